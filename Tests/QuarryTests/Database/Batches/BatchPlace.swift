import Quarry
import QuarrySQLite
import TestSupport
import Testing

/// Where a batch runs: on each local engine, and on drivers that suspend, statement by statement or in one call.
enum BatchPlace: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, sqlcipher, memory, suspending, batching, batchingOnly

  var testDescription: String { rawValue }

  /// Those that can hold a transaction open.
  static let withBodies = allCases.filter { $0 != .batchingOnly }
  /// Those whose readers are other connections than the writer.
  static let withReaders: [BatchPlace] = [.sqlite, .sqlcipher, .suspending, .batching, .batchingOnly]

  /// Opens a database with the table of the scripts.
  func database(in folder: TemporaryFolder) async throws -> Database {
    let driver = SQLiteDriver(path: folder.file("b.db"))
    let database =
      switch self {
      case .sqlite: try await LocalDriver.sqlite.database(in: folder)
      case .sqlcipher: try await LocalDriver.sqlcipher.database(in: folder)
      case .memory: try await LocalDriver.memory.database(in: folder)
      case .suspending: try await Database(try ServedFiles.driver(of: folder, "served.db"))
      case .batching: try await Database(BatchingDriver(base: driver))
      case .batchingOnly: try await Database(BatchingDriver(base: driver, holdsTransactions: false))
      }
    try await BatchScript.prepare(database)
    return database
  }
}
