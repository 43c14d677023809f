import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport

/// The texts that were prepared on the connections of one driver.
final class Recording: Sendable {
  private let texts = Protected<[String]>([])

  var statements: [String] { texts.withLock { $0 } }

  func add(_ sql: String) { texts.withLock { $0.append(sql) } }

  func clear() { texts.withLock { $0.removeAll() } }
}

/// A driver around another one that writes down each text before it goes to the engine.
struct RecordingDriver<Base: LocalEngineDriver>: ForwardingDriver {
  typealias Connection = RecordingConnection

  let base: Base
  let recording: Recording

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending RecordingConnection {
    RecordingConnection(base: try base.openSynchronously(role), recording: recording)
  }
}

final class RecordingConnection: ForwardingConnection, SynchronousDriverConnection {
  typealias Statement = SQLiteStatement

  let base: SQLiteConnection
  let recording: Recording

  init(base: sending SQLiteConnection, recording: Recording) {
    self.base = base
    self.recording = recording
  }

  func prepareSynchronously(_ sql: String) throws(DatabaseError) -> PreparedStatement<SQLiteStatement>? {
    recording.add(sql)
    return try base.prepareSynchronously(sql)
  }
}

extension LocalDriver {
  /// A session without suspension whose texts are written down.
  func session(
    in folder: TemporaryFolder, _ recording: Recording, policy: FeaturePolicy = .lower
  ) throws -> SQLSession {
    let connection =
      switch self {
      case .sqlite: try SQLiteDriver(path: folder.file("a.db")).openSynchronously(.writer)
      case .sqlcipher: try SQLCipherDriver(path: folder.file("c.db"), key: Self.key).openSynchronously(.writer)
      case .memory, .sharedMemory: try MemoryDriver().openSynchronously(.writer)
      }
    return SQLSession(connection: RecordingConnection(base: connection, recording: recording), policy: policy)
  }
}
