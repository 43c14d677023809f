internal import Foundation
package import Quarry
internal import QuarryMemory
internal import QuarrySQLCipher
internal import QuarrySQLite
package import QuarrySQLiteEngine
internal import Testing

/// Where a test runs: a plain file on the system's SQLite, an encrypted one on its SQLCipher (in Debian 12, SQLite 3.40
/// and 3.15), a private database in memory, and one that connections share.
package enum LocalDriver: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, sqlcipher, memory, sharedMemory

  /// Those that can differ in what a statement does.
  package static let engines: [LocalDriver] = [.sqlite, .sqlcipher, .memory]

  package var testDescription: String { rawValue }

  package static let key = SQLCipherKey.raw(Array(repeating: 7, count: 32))

  /// The name of the file in a folder.
  package var fileName: String { self == .sqlcipher ? "c.db" : "a.db" }

  /// Opens a database of the test's own, without suspension.
  package func context(
    in folder: TemporaryFolder, policy: FeaturePolicy = .lower,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws -> SQLContext {
    let path = folder.file(fileName)
    return switch self {
    case .sqlite: try SQLContext(SQLiteDriver(path: path, settings: settings), policy: policy)
    case .sqlcipher: try SQLContext(SQLCipherDriver(path: path, key: Self.key, settings: settings), policy: policy)
    case .memory: try SQLContext(MemoryDriver(settings: settings), policy: policy)
    case .sharedMemory: try SQLContext(MemoryDriver(name: UUID().uuidString, settings: settings), policy: policy)
    }
  }

  /// Opens the same database with a pool.
  package func database(
    in folder: TemporaryFolder, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) async throws -> Database {
    let path = folder.file(fileName)
    let driver: any Driver =
      switch self {
      case .sqlite: SQLiteDriver(path: path, settings: settings)
      case .sqlcipher: SQLCipherDriver(path: path, key: Self.key, settings: settings)
      case .memory: MemoryDriver(settings: settings)
      case .sharedMemory: MemoryDriver(name: UUID().uuidString, settings: settings)
      }
    return try await Database(driver, configuration: configuration)
  }
}
