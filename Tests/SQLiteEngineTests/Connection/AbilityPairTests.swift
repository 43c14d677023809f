import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// What only some engines and connections can do, two at a time: one is begun, the other is used, the first ends.
@Suite("Abilities in pairs")
struct AbilityPairTests {
  /// Something of a connection that may be under way while something else happens.
  struct Ability: Sendable {
    var name: String
    /// Begins or does it, and returns how it ends.
    var begin: @Sendable (Place) throws -> () -> Void
  }

  final class Place {
    let folder: TemporaryFolder
    let connection: SQLiteConnection
    let other: SQLiteConnection
    let encryption: SQLCipherEncryption?
    var count = 0

    init(_ library: SQLiteLibrary, isKeyed: Bool) throws {
      folder = try TemporaryFolder()
      encryption = isKeyed ? SQLCipherEncryption(key: .raw([UInt8](1...32))) : nil
      // Nothing here outlives the pair, so nothing has to reach the disk.
      var settings = SQLiteConnectionSettings()
      settings.synchronous = .off
      connection = try SQLiteConnection.open(
        .file(path: folder.file(), mode: .readWriteCreate), library: library.location, encryption: encryption,
        settings: settings)
      other = try SQLiteConnection.open(
        .file(path: folder.file("other.db"), mode: .readWriteCreate), library: library.location, encryption: encryption,
        settings: settings)
      try connection.execute("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, zeroblob(100)), (2, 'b'), (3, 'c')")
      try other.execute("CREATE TABLE o (a)")
    }

    func path(_ name: String) -> String {
      count += 1
      return folder.file("\(name)\(count).db")
    }
  }

  private static func observer(
    _ name: String, _ begin: @escaping @Sendable (SQLiteConnection) throws -> SQLiteObserverID
  ) -> Ability {
    Ability(name: name) { place in
      let id = try begin(place.connection)
      return { place.connection.removeObserver(id) }
    }
  }

  private static func once(_ name: String, _ body: @escaping @Sendable (Place) throws -> Void) -> Ability {
    Ability(name: name) { place in
      try body(place)
      return {}
    }
  }

  private static func statement(_ sql: String, undone: String? = nil) -> Ability {
    Ability(name: sql) { place in
      try place.connection.execute(sql)
      return { if let undone { _ = try? place.connection.execute(undone) } }
    }
  }

  static let abilities: [Ability] = observers + handles + copies + statements

  private static let observers = [
    observer("trace") { try $0.onTrace { _ in } },
    observer("trace with values") { try $0.onTrace(includesValues: true) { _ in } },
    observer("row changes") { try $0.onRowChange { _ in } },
    observer("committed changes") { try $0.onCommittedChanges { _ in } },
    observer("commits") { try $0.onCommit { true } },
    observer("refused commits") { try $0.onCommit { false } },
    observer("rollbacks") { try $0.onRollback {} },
    observer("log") { try $0.onLogWrite { _ in } },
    Ability(name: "authorizer") { place in
      try place.connection.setAuthorizer { _ in .allow }
      return { try? place.connection.setAuthorizer(nil) }
    },
    Ability(name: "authorizer that denies") { place in
      try place.connection.setAuthorizer { $0.code == 9 ? .deny : .allow }
      return { try? place.connection.setAuthorizer(nil) }
    },
    Ability(name: "progress") { place in
      try place.connection.setProgressHandler(every: 1) { true }
      return { try? place.connection.setProgressHandler(nil) }
    },
    Ability(name: "progress that ends") { place in
      try place.connection.setProgressHandler(every: 1) { false }
      return { try? place.connection.setProgressHandler(nil) }
    },
    Ability(name: "busy handler") { place in
      try place.connection.setBusyHandler { $0 < 2 }
      return { try? place.connection.setBusyHandler(nil) }
    },
    Ability(name: "function") { place in
      try place.connection.addFunction("f") { $0.first ?? .null }
      _ = try place.connection.rows("SELECT f(a) FROM t")
      return { try? place.connection.removeFunction("f") }
    },
    Ability(name: "aggregate") { place in
      try place.connection.addAggregate("g", initial: 0, step: { $0 += $1.count }, result: { .integer(Int64($0)) })
      _ = try place.connection.rows("SELECT g(a) FROM t")
      return { try? place.connection.removeFunction("g") }
    },
    Ability(name: "collation in an index") { place in
      try place.connection.addCollation("c") { $0 < $1 ? .before : $0 > $1 ? .after : .same }
      try place.connection.execute("CREATE INDEX IF NOT EXISTS i ON t (b COLLATE c)")
      return {
        _ = try? place.connection.execute("DROP INDEX IF EXISTS i")
        try? place.connection.removeCollation("c")
      }
    },
  ]

  private static let handles = [
    Ability(name: "blob that is read") { place in
      let blob = try place.connection.openBlob(table: "t", column: "b", rowID: 1)
      return {
        _ = try? blob.read(count: 10)
        blob.close()
      }
    },
    Ability(name: "blob that is written") { place in
      let blob = try place.connection.openBlob(table: "t", column: "b", rowID: 1, writable: true)
      return {
        try? blob.write([1, 2, 3], at: 4)
        blob.close()
      }
    },
    Ability(name: "statement half run") { place in
      let statement = try #require(try place.connection.prepareSynchronously("SELECT a FROM t WHERE a <> ?")).statement
      try statement.start(["a text"])
      let batch = SQLRowBatch()
      batch.removeAllRows(columnCount: 1)
      _ = try statement.stepSynchronously(into: batch, limit: 1)
      return {
        batch.removeAllRows(columnCount: 1)
        _ = try? statement.stepSynchronously(into: batch, limit: 10)
        statement.finalize()
      }
    },
    Ability(name: "statement that was let go") { place in
      let statement = try #require(try place.connection.prepareSynchronously("SELECT count(*) FROM t")).statement
      statement.finalize()
      return {
        #expect(throws: DatabaseError.self) { try statement.start([]) }
        statement.reset()
        statement.finalize()
        _ = statement.parameterNames
      }
    },
  ]

  private static let copies = [
    once("backup") { try $0.connection.backUp(to: $0.other) },
    once("backup in small steps") { place in
      // A write that is rolled back makes the engine begin anew, so a backup between endless ones would never end.
      var writes = 0
      try place.connection.backUp(to: place.other, pagesPerStep: 1) { _ in
        writes += 1
        if writes <= 5 { _ = try? place.connection.execute("UPDATE t SET a = a") }
        return true
      }
    },
    once("backup over it") { try $0.other.backUp(to: $0.connection) },
    once("backup to a file") { try $0.connection.backUp(toFile: $0.path("backup"), encryption: $0.encryption) },
    once("image") { _ = try $0.connection.image() },
    once("image that is loaded") { try $0.connection.load(image: []) },
    once("fork") { _ = try $0.connection.fork() },
    once("export") { try $0.connection.export(to: $0.path("export"), encryption: nil) },
    once("export with a key") {
      try $0.connection.export(to: $0.path("export"), encryption: SQLCipherEncryption(key: .raw([UInt8](3...34))))
    },
    once("rekey") { try $0.connection.rekey(.raw([UInt8](2...33))) },
    once("rekey back") { try $0.connection.rekey(.raw([UInt8](1...32))) },
    Ability(name: "attached file") { place in
      try place.connection.attach(place.path("attached"), as: "more", encryption: place.encryption)
      _ = try place.connection.execute("CREATE TABLE more.m (a); INSERT INTO more.m VALUES (1)")
      return { try? place.connection.detach("more") }
    },
    Ability(name: "attached file in the clear") { place in
      try place.connection.attach(place.path("attached"), as: "clear")
      return { try? place.connection.detach("clear") }
    },
    once("checkpoint") { try $0.connection.checkpoint(.truncate) },
    once("checkpoint of all") { try $0.connection.checkpoint(.full, schema: nil) },
  ]

  private static let statements = [
    statement("BEGIN", undone: "ROLLBACK"), statement("BEGIN IMMEDIATE", undone: "COMMIT"),
    statement("SAVEPOINT s", undone: "ROLLBACK TO s; RELEASE s"), statement("INSERT INTO t VALUES (4, 'd')"),
    statement("DELETE FROM t WHERE a = 2"), statement("UPDATE t SET b = b || 'x'"), statement("VACUUM"),
    statement("CREATE TABLE IF NOT EXISTS n (a); DROP TABLE n"), statement("PRAGMA journal_mode = delete"),
    statement("PRAGMA journal_mode = wal"), statement("PRAGMA user_version = 7"),
    statement("CREATE TEMP TABLE IF NOT EXISTS temporary (a); DROP TABLE temporary"),
    statement("REINDEX; ANALYZE"), statement("PRAGMA query_only = 1", undone: "PRAGMA query_only = 0"),
    once("interrupt") { $0.connection.interruptHandle.interrupt() },
    once("busy timeout") { $0.connection.busyTimeout = .milliseconds(10) },
    once("user version") { try $0.connection.setUserVersion(8) },
  ]

  @Test("No pair ends the process, every error has a type, and the file is whole", arguments: abilities.map(\.name))
  func pairs(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let log = folder.file("last")
    await #expect(processExitsWith: .success) { [name = name as String, log = log as String] in
      await recordingErrors {
        let first = try #require(Self.abilities.first { $0.name == name })
        for library in Installed.all {
          for isKeyed in library.hasSymbol("sqlite3_key_v2") ? [true, false] : [false] {
            for second in Self.abilities {
              try Data("\(library.version) \(first.name) x \(second.name)".utf8).write(to: URL(filePath: log))
              try Self.cross(first, second, library, isKeyed: isKeyed)
            }
          }
        }
        try Data("all".utf8).write(to: URL(filePath: log))
      }
    }
    let last = String(decoding: folder.bytes(of: "last"), as: UTF8.self)
    #expect(last == "all", "the process ended in: \(last)")
  }

  private static func cross(_ first: Ability, _ second: Ability, _ library: SQLiteLibrary, isKeyed: Bool) throws {
    let what: Comment = "\(library.version): \(first.name) x \(second.name)"
    let place = try Place(library, isKeyed: isKeyed)
    place.connection.busyTimeout = .zero
    place.other.busyTimeout = .zero
    var ends: [() -> Void] = []
    for ability in [first, second] {
      do {
        ends.append(try ability.begin(place))
      } catch {
        #expect(error is DatabaseError, "\(what): \(error)")
      }
    }
    for end in ends { end() }
    let connection = place.connection
    if connection.transactionStatus == .active { _ = try? connection.execute("ROLLBACK") }
    try connection.setReadsOnly(false)
    // An index with a collation of the program's is only whole where the collation is.
    try? connection.addCollation("c") { $0 < $1 ? .before : $0 > $1 ? .after : .same }
    #expect(try connection.value("PRAGMA integrity_check") == "ok", what)
    try connection.execute("CREATE TABLE after_all (a); INSERT INTO after_all VALUES (1)")
    #expect(try connection.value("SELECT count(*) FROM after_all") == 1, what)
    connection.closeSynchronously()
    place.other.closeSynchronously()
  }
}
