public import Quarry
@_exported public import QuarrySQLiteEngine

/// Opens an encrypted database file with SQLCipher.
///
/// The key is given to every connection before anything else. A wrong or missing key fails when a connection is opened,
/// with `.wrongKey`, and leaves the file as it was; a library that cannot encrypt is refused before the file is touched.
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

  /// What may be done with the file.
  public var mode: SQLiteOpenMode

  /// The library to open it with.
  public var library: SQLiteLibrary.Location

  /// How its connections behave.
  public var settings: SQLiteConnectionSettings

  /// How many connections may read beside the writer; only a write-ahead log allows any.
  public var maximumReaders: Int

  /// What prepares each connection; `nil` for nothing.
  public var prepare: SQLiteConnectionPreparation?

  /// Describes an encrypted database file. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file, taken as it is; one that does not begin at the root is resolved now.
  ///   - key: The key.
  ///   - mode: What may be done with the file.
  ///   - library: The library to open it with.
  ///   - settings: How its connections behave.
  ///   - maximumReaders: How many connections may read beside the writer.
  ///   - prepare: Prepares each connection; see ``SQLiteConnectionPreparation``.
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

  /// Describes an encrypted database file with settings of its format. Nothing is opened yet.
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

  /// The file, without its folder.
  public var endpoint: DatabaseEndpoint { SQLiteLocation.endpoint(ofFile: path) }

  /// Its connections block their thread; in a write-ahead log several read beside the writer.
  public var traits: DriverTraits {
    let isParallel = settings.journalMode == .writeAheadLog || mode == .readOnly
    return DriverTraits(maximumReaders: isParallel ? maximumReaders : 0, blocksThread: true)
  }

  /// Opens a connection.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending SQLiteConnection {
    try openSynchronously(role)
  }

  /// Opens a connection without suspending.
  ///
  /// - Throws: As ``SQLiteConnection/open(_:role:library:encryption:settings:)``, and what ``prepare`` throws.
  public func openSynchronously(_ role: ConnectionRole = .writer) throws(DatabaseError) -> sending SQLiteConnection {
    let connection = try SQLiteConnection.open(
      .file(path: path, mode: mode), role: role, library: library, encryption: encryption, settings: settings)
    try connection.prepare(by: prepare, as: role)
    return connection
  }
}
