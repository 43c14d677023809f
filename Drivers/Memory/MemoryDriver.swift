public import Quarry
@_exported public import QuarrySQLiteEngine

/// Opens databases in memory: private databases, and named ones that the process shares.
///
/// ```swift
/// let scratch = try await Database(MemoryDriver())
/// let shared = try await Database(MemoryDriver(name: "scratch"))
/// ```
///
/// A private database belongs to one connection and ends when it closes. A named database is shared by every
/// connection of the process with that name and the same library. It ends when the last of them closes.
public struct MemoryDriver: DatabaseDriver {
  /// The type of its connections.
  public typealias Connection = SQLiteConnection

  /// The name under which the process shares the database, or `nil` for a private database.
  public let sharedName: String?

  /// The initial content of the database.
  public var content: Content

  /// The SQLite library.
  public var library: SQLiteLibrary.Location

  /// The settings of the connections.
  public var settings: SQLiteConnectionSettings

  /// Prepares each connection, or `nil` for no preparation.
  public var prepare: SQLiteConnectionPreparation?

  /// Creates a driver for a database in memory. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - name: The name under which the process shares the database. If `nil`, the database is private.
  ///   - library: The SQLite library.
  ///   - settings: The settings of the connections.
  ///   - content: The initial content. A shared database that already has content keeps it.
  ///   - prepare: Prepares each connection after it has its content. See ``SQLiteConnectionPreparation``.
  public init(
    name: String? = nil, library: SQLiteLibrary.Location = .systemSQLite,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings(), content: Content = .empty,
    prepare: SQLiteConnectionPreparation? = nil
  ) {
    sharedName = name
    self.content = content
    self.library = library
    self.settings = settings
    self.prepare = prepare
  }

  /// The scheme of its URLs.
  public var name: String { "memory" }

  /// The name under which this process shares the database, or `nil` for a private database.
  public var databaseName: String? { sharedName.map { "memory \(MemoryDriver.process) \($0)" } }

  /// The name under which it is shared.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "sqlite", namespace: sharedName, isInMemory: true)
  }

  /// Identifies this process, because other processes have other databases in memory.
  private static let process = UInt64.random(in: .min ... .max)

  /// One connection, which blocks its thread.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: true) }

  /// Opens a connection to a new private database, or to the shared one.
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
    let connection = try openWithContent(role)
    try connection.prepare(by: prepare, as: role)
    return connection
  }

  private func openWithContent(_ role: ConnectionRole) throws(DatabaseError) -> sending SQLiteConnection {
    let location = sharedName.map { SQLiteLocation.sharedMemory(name: $0) } ?? .memory
    if case .empty = content {
      return try SQLiteConnection.open(location, role: role, library: library, settings: settings)
    }
    let connection = try SQLiteConnection.open(location, role: .writer, library: library, settings: settings)
    if try connection.isEmpty() {
      switch content {
      case .empty: break
      case .file(let path): try connection.load(file: path)
      case .image(let bytes): try connection.load(image: bytes)
      }
    }
    if role == .reader { try connection.setReadsOnly(true) }
    return connection
  }
}

extension MemoryDriver {
  /// The initial content of a database in memory.
  public enum Content: Sendable, Hashable {
    /// No content.
    case empty
    /// The content of a database file. The file isn't changed.
    case file(String)
    /// The bytes of a database file, as `SQLiteConnection.image()` returns them.
    case image([UInt8])
  }

  /// Saves the shared database to a file, which is replaced atomically.
  ///
  /// To save a private database, use its connection: `connection.backUp(toFile:)`.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` if the database is private, or what opening and copying throw.
  public func save(to path: String) throws(DatabaseError) {
    let connection = try sharedConnection()
    defer { connection.closeSynchronously() }
    try connection.backUp(toFile: path)
  }

  /// Replaces the content of the shared database with that of a file.
  ///
  /// To load a private database, use its connection, or start with ``Content/file(_:)``.
  ///
  /// - Throws: ``DatabaseError`` with code `.misuse` if the database is private, or what opening and copying throw.
  public func load(from path: String) throws(DatabaseError) {
    let connection = try sharedConnection()
    defer { connection.closeSynchronously() }
    try connection.load(file: path)
  }

  /// Returns a driver for new databases that begin with the current content of the shared database.
  ///
  /// - Parameter name: The name under which the process shares the new database. If `nil`, it is private.
  /// - Throws: ``DatabaseError`` with code `.misuse` if the database is private, or what opening and copying throw.
  public func fork(name: String? = nil) throws(DatabaseError) -> MemoryDriver {
    let connection = try sharedConnection()
    defer { connection.closeSynchronously() }
    return try MemoryDriver(forking: connection, name: name, settings: settings)
  }

  /// Creates a driver for a database in memory that begins with the current content of a connection's database.
  ///
  /// - Parameters:
  ///   - connection: A connection to any database that isn't encrypted.
  ///   - name: The name under which the process shares the new database. If `nil`, it is private.
  ///   - settings: The settings of the connections.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the database is encrypted, or what reading it
  ///   throws.
  public init(
    forking connection: SQLiteConnection, name: String? = nil,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws(DatabaseError) {
    self.init(
      name: name, library: connection.library.location, settings: settings,
      content: .image(try connection.image()))
  }

  private func sharedConnection() throws(DatabaseError) -> SQLiteConnection {
    guard let sharedName else {
      throw DatabaseError(
        .misuse, "a private database in memory belongs to its one connection: save, load and fork it there")
    }
    return try SQLiteConnection.open(.sharedMemory(name: sharedName), library: library, settings: settings)
  }
}
