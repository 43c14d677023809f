// The values that samples take for granted: those of articles and of all modules, then in a type for each module those of
// its comments. Nothing here runs: the compiler only checks what is written about it.
import Foundation
import Quarry
import QuarryColumnEncryption
import QuarryConformance
import QuarryIdentity
import QuarryMemory
import QuarryRemote
import QuarrySQLCipher
import QuarryStorage

func assumed<Value>() -> Value { fatalError("samples are checked, and never run") }

var database: Database { assumed() }
var fresh: Database { assumed() }
var migrated: Database { assumed() }
var primary: Database { assumed() }
var replica: Database { assumed() }
var transaction: DatabaseTransaction { assumed() }
var session: SQLSession { assumed() }
var context: SQLSession { assumed() }

var path: String { assumed() }
var name: String { assumed() }
var title: String { assumed() }
var text: String { assumed() }
var secret: String { assumed() }
var secretBytes: [UInt8] { assumed() }
var password: String { assumed() }
var number: Int { assumed() }
var keys: [Int64] { assumed() }

var artist: Artist { assumed() }
var artists: [Artist] { assumed() }
var album: Album { assumed() }
var person: Person { assumed() }
var picture: Picture { assumed() }

var given: DatabaseMigrator<Int> { assumed() }
var searchKey: ColumnKey { assumed() }
var newKey: ColumnKey { assumed() }
var oldKey: ColumnKey { assumed() }

func send<Row>(_ rows: [Row]) throws {}
func open(_ address: String) {}
func MyDriver(path: String) -> any DatabaseDriver { MemoryDriver() }
func MyDriver(port: UInt16) -> MemoryDriver { MemoryDriver() }
func MyDriver(database: String, port: UInt16?, timeout: Duration) -> any DatabaseDriver { MemoryDriver() }

enum GivenQuarry {
  struct Home: Sendable {
    var artists: [Artist]
    var unread: Int
  }

  static let customerID = SQLColumn<Int64>("customerID")
  static let trackID = SQLColumn<Int64>("trackID")
  static let stars = SQLColumn<Int>("stars")
  static var n: Int { assumed() }
  static var id: Int64 { assumed() }
  static var byTitle: SQLIndex { assumed() }
  static var query: SQLQuery<Artist> { assumed() }
  static var page: DatabasePage<Artist> {
    get { assumed() }
    set { _ = newValue }
  }
  static var cache: [String] {
    get { assumed() }
    set { _ = newValue }
  }
  static var batch: SQLRowBatch { assumed() }
  static var target: any FeatureProbeTarget { assumed() }
  static var field: (text: String, id: Int) { assumed() }
  static var parameter: String? { assumed() }
}

enum GivenQuarryRemote {
  final class MyConnection: WholeAnswerSource {
    nonisolated(nonsending) func answer(
      to statement: SQLStatementText, _ values: [SQLValue]
    ) async throws(DatabaseError) -> StatementAnswer { assumed() }
  }

  struct Connection: Sendable {
    func ask(_ question: String, within limit: Duration) async throws -> String { question }
  }

  static var policy: RetryPolicy { assumed() }
  static var connection: Connection { assumed() }
  static var question: String { assumed() }
}

enum GivenQuarrySQLCipher {
  static var file: SQLCipherFile { assumed() }
  static var key: SQLCipherKey { assumed() }
}

enum GivenQuarryStorage {
  enum NotesVersion: Int, StorageVersion { case first = 1, folders = 3 }

  struct NotesMigrator: StorageMigrator {
    func perform(_ version: NotesVersion, _ session: SQLSession) throws {}
  }

  static var schema: String { assumed() }
  static var storage: SQLiteStorage<NotesVersion> { assumed() }
}

enum GivenQuarryIdentity {
  static var client: OAuthClient { assumed() }
  static var session: IdentitySession { assumed() }
  static var key: [UInt8] { assumed() }
  static var folder: String { assumed() }
  static var address: String { assumed() }
}

enum GivenQuarryIdentityBosBase {
  enum Status: String { case draft, ready }

  static var client: BosBaseClient { assumed() }
  static var users: BosBaseCollection { assumed() }
  static var posts: BosBaseCollection { assumed() }
  static var record: BosBaseRecord { assumed() }
  static var key: [UInt8] { assumed() }
  static var id: String { assumed() }
  static var day: Date { assumed() }
  static var word: String { assumed() }
  static var address: String { assumed() }
  static func show(_ record: BosBaseRecord) {}
  static func ask() async -> String { "" }
}

enum GivenQuarryCopy {
  static var file: FileHandle { assumed() }
}

enum GivenQuarryConformance {
  struct MyDriverUnderTest: DriverUnderTest {
    let name = "my-driver"
    let kinds: Set<DriverKind> = [.file, .shared]
    func driver(for request: DriverRequest) -> any DatabaseDriver { MemoryDriver() }
  }

  static func read(_ path: String) throws -> [UInt8] { Array(path.utf8) }
  static var test: CaseContext { assumed() }
  static var proxy: TCPFaultProxy { assumed() }
  static var driver: MyDriverUnderTest { assumed() }
  static var folder: String { assumed() }
}
