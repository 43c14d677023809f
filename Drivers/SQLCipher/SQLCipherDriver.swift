public import Quarry
@_exported public import QuarrySQLiteEngine

/// Opens an encrypted database file with SQLCipher.
///
/// Every connection gets the key before anything else. If the key is wrong or missing, opening throws `.wrongKey` and
/// the file doesn't change. If the library can't encrypt, opening throws before it touches the file.
///
/// ```swift
/// let database = try await Database(SQLCipherDriver(path: "notes.db", key: .passphrase(secret)))
/// ```
public struct SQLCipherDriver: DatabaseDriver {
  /// The type of its connections.
  public typealias Connection = SQLiteConnection

  /// The path of the file, from the root.
  public let path: String

  /// The key and the settings of the file format.
  public var encryption: SQLCipherEncryption

  /// The access to the file.
  public var mode: SQLiteOpenMode

  /// The SQLCipher library.
  public var library: SQLiteLibrary.Location

  /// The settings of the connections.
  public var settings: SQLiteConnectionSettings

  /// The maximum number of readers beside the writer. Readers need a write-ahead log.
  public var maximumReaders: Int

  /// Prepares each connection, or `nil` for no preparation.
  public var prepare: SQLiteConnectionPreparation?

  /// Creates a driver for an encrypted database file. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file, without special characters. A relative path is resolved now.
  ///   - key: The key.
  ///   - mode: The access to the file.
  ///   - library: The SQLCipher library.
  ///   - settings: The settings of the connections.
  ///   - maximumReaders: The maximum number of readers beside the writer.
  ///   - prepare: Prepares each connection. See ``SQLiteConnectionPreparation``.
  public init(
    path: String, key: SQLCipherKey, mode: SQLiteOpenMode = .readWriteCreate,
    library: SQLiteLibrary.Location = .systemSQLCipher,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings(), maximumReaders: Int = 4,
    prepare: SQLiteConnectionPreparation? = nil
  ) {
    self.init(
      path: path, encryption: SQLCipherEncryption(key: key), mode: mode, library: library, settings: settings,
      maximumReaders: maximumReaders, prepare: prepare)
  }

  /// Creates a driver for an encrypted database file, with settings of its format. Nothing is opened yet.
  public init(
    path: String, encryption: SQLCipherEncryption, mode: SQLiteOpenMode = .readWriteCreate,
    library: SQLiteLibrary.Location = .systemSQLCipher,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings(), maximumReaders: Int = 4,
    prepare: SQLiteConnectionPreparation? = nil
  ) {
    self.path = SQLiteLocation.absolutePath(path)
    self.encryption = encryption
    self.mode = mode
    self.library = library
    self.settings = settings
    self.maximumReaders = maximumReaders
    self.prepare = prepare
  }

  /// The scheme of its URLs.
  public var name: String { "sqlcipher" }

  /// The path of the file, without symbolic links.
  public var databaseName: String? { SQLiteLocation.databaseName(ofFile: path) }

  /// The name of the file, without its folder.
  public var endpoint: DatabaseEndpoint { SQLiteLocation.endpoint(ofFile: path) }

  /// The traits: calls block their thread, and a write-ahead log allows several readers beside the writer.
  public var traits: DriverTraits {
    let isParallel = settings.journalMode == .writeAheadLog || mode == .readOnly
    return DriverTraits(maximumReaders: isParallel ? maximumReaders : 0, blocksThread: true)
  }

  /// Opens a connection.
  ///
  /// - Throws: What ``SQLiteConnection/open(_:role:library:encryption:settings:)`` and ``prepare`` throw.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending SQLiteConnection {
    try openSynchronously(role)
  }

  /// Opens a connection without suspending.
  ///
  /// - Throws: What ``SQLiteConnection/open(_:role:library:encryption:settings:)`` and ``prepare`` throw.
  public func openSynchronously(_ role: ConnectionRole = .writer) throws(DatabaseError) -> sending SQLiteConnection {
    let connection = try SQLiteConnection.open(
      .file(path: path, mode: mode), role: role, library: library, encryption: encryption, settings: settings)
    try connection.prepare(by: prepare, as: role)
    return connection
  }
}
