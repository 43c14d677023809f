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

  /// A driver for a database of the test's own; the same one for the same folder, but for those in memory.
  package func driver(
    in folder: TemporaryFolder, settings: SQLiteConnectionSettings = SQLiteConnectionSettings(),
    prepare: SQLiteConnectionPreparation? = nil
  ) -> any LocalEngineDriver {
    let path = folder.file(fileName)
    return switch self {
    case .sqlite: SQLiteDriver(path: path, settings: settings, prepare: prepare)
    case .sqlcipher: SQLCipherDriver(path: path, key: Self.key, settings: settings, prepare: prepare)
    case .memory: MemoryDriver(settings: settings, prepare: prepare)
    case .sharedMemory: MemoryDriver(name: UUID().uuidString, settings: settings, prepare: prepare)
    }
  }

  /// Opens a database of the test's own, without suspension.
  package func context(
    in folder: TemporaryFolder, policy: FeaturePolicy = .lower,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws -> SQLContext {
    try SQLContext(driver(in: folder, settings: settings), policy: policy)
  }

  /// Opens the same database with a pool.
  package func database(
    in folder: TemporaryFolder, configuration: DatabaseConfiguration = DatabaseConfiguration(),
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) async throws -> Database {
    try await Database(driver(in: folder, settings: settings), configuration: configuration)
  }
}
