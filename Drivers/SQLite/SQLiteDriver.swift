public import Quarry
@_exported public import QuarrySQLiteEngine

/// Opens a database file with the system's SQLite, or with any other build of it.
///
/// ```swift
/// let database = try await Database(SQLiteDriver(path: "music.db"))
/// ```
public struct SQLiteDriver: DatabaseDriver {
  /// The type of its connections.
  public typealias Connection = SQLiteConnection

  /// The path of the file, from the root.
  public let path: String

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

  /// Describes a database file. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file, taken as it is; one that does not begin at the root is resolved now.
  ///   - mode: What may be done with the file.
  ///   - library: The library to open it with.
  ///   - settings: How its connections behave.
  ///   - maximumReaders: How many connections may read beside the writer.
  ///   - prepare: Prepares each connection; see ``SQLiteConnectionPreparation``.
  public init(
    path: String, mode: SQLiteOpenMode = .readWriteCreate, library: SQLiteLibrary.Location = .systemSQLite,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings(), maximumReaders: Int = 4,
    prepare: SQLiteConnectionPreparation? = nil
  ) {
    self.path = SQLiteLocation.absolutePath(path)
    self.mode = mode
    self.library = library
    self.settings = settings
    self.maximumReaders = maximumReaders
    self.prepare = prepare
  }

  /// The scheme of its URLs.
  public var name: String { "sqlite" }

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
      .file(path: path, mode: mode), role: role, library: library, settings: settings)
    try connection.prepare(by: prepare, as: role)
    return connection
  }
}
