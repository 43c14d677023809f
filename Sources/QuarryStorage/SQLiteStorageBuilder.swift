public import Quarry
internal import QuarrySQLCipher
internal import QuarrySQLite
public import QuarrySQLiteEngine

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Builds the storage of an app from a file, its settings, its key and its schema.
///
/// ```swift
/// let storage = try await SQLiteStorageBuilder()
///   .setKey(.passphrase(secret))
///   .build(schema: StorageSchema(version: NotesVersion.folders, sql: schema), path: path)
/// try await storage.initialize(migrator: NotesMigrator())
/// let notes = try await storage.database.fetchAll(Note.all)
/// ```
public struct SQLiteStorageBuilder: Sendable {
  private var settings = SQLiteConnectionSettings()
  private var configuration = DatabaseConfiguration()
  private var encryption: SQLCipherEncryption?
  private var library: SQLiteLibrary.Location?

  /// Creates a builder for a plain file with a write-ahead log.
  public init() {}

  /// Sets whether the file has a write-ahead log, so that reads don't wait for writes. The default is `true`.
  public func setWriteAheadLog(enabled: Bool) -> Self {
    with { $0.settings.journalMode = enabled ? .writeAheadLog : .delete }
  }

  /// Sets the settings of connections. Their journal mode replaces that of ``setWriteAheadLog(enabled:)``.
  public func setConnectionSettings(_ settings: SQLiteConnectionSettings) -> Self { with { $0.settings = settings } }

  /// Sets the configuration of the database, such as the size of its pool.
  public func setConfiguration(_ configuration: DatabaseConfiguration) -> Self {
    with { $0.configuration = configuration }
  }

  /// Sets the key of an encrypted file.
  public func setKey(_ key: SQLCipherKey) -> Self { setEncryption(SQLCipherEncryption(key: key)) }

  /// Sets the key of an encrypted file and the settings of its format.
  public func setEncryption(_ encryption: SQLCipherEncryption) -> Self { with { $0.encryption = encryption } }

  /// Sets the SQLite library. The default is the system's SQLite, or the system's SQLCipher if there is a key.
  public func setLibrary(_ library: SQLiteLibrary.Location) -> Self { with { $0.library = library } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  /// Opens the file. Creates the file and its parent directories if they don't exist.
  ///
  /// - Parameters:
  ///   - schema: The schema that the app needs.
  ///   - path: The path of the file.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the version isn't valid or isn't declared,
  ///   `.wrongKey`, or what opening throws.
  public func build<Version: StorageVersion>(
    schema: StorageSchema<Version>, path: String
  ) async throws -> SQLiteStorage<Version> {
    let number = schema.version.rawValue
    guard number > 0, number <= Int(Int32.max), Version.allCases.contains(schema.version) else {
      throw DatabaseError(
        .invalidConfiguration,
        "the version \(number) of the schema isn't between 1 and \(Int32.max), or not among the declared ones")
    }
    let path = SQLiteLocation.absolutePath(path)
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      do {
        try FileManager.default.createDirectory(
          atPath: String(path[..<slash]), withIntermediateDirectories: true)
      } catch {
        throw DatabaseError(.cannotOpen, "the folder of \(path) can't be made", underlying: error)
      }
    }
    return SQLiteStorage(
      try await Database(driver(path), configuration: configuration), schema: schema, path: path)
  }

  private func driver(_ path: String) -> any DatabaseDriver {
    guard let encryption else {
      return SQLiteDriver(path: path, library: library ?? .systemSQLite, settings: settings)
    }
    return SQLCipherDriver(
      path: path, encryption: encryption, library: library ?? .systemSQLCipher, settings: settings)
  }
}
