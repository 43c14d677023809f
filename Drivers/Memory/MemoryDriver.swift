public import Quarry
@_exported public import QuarrySQLiteEngine

/// Opens databases in memory: private ones, and named ones that are shared inside the process.
///
/// ```swift
/// let scratch = try await Database(MemoryDriver())
/// let shared = try await Database(MemoryDriver(name: "scratch"))
/// ```
///
/// A private database belongs to one connection and is gone when it closes. A named one is seen by every connection of the
/// process that names it on the same library, and is gone when the last of them closes.
public struct MemoryDriver: DatabaseDriver {
  /// The type of its connections.
  public typealias Connection = SQLiteConnection

  /// The name under which the database is shared inside the process; `nil` for a private one.
  public let sharedName: String?

  /// What the database begins with.
  public var content: Content

  /// The library to open it with.
  public var library: SQLiteLibrary.Location

  /// How its connections behave.
  public var settings: SQLiteConnectionSettings

  /// What prepares each connection; `nil` for nothing.
  public var prepare: SQLiteConnectionPreparation?

  /// Describes a database in memory. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - name: The name under which it is shared inside the process; `nil` for a private one.
  ///   - library: The library to open it with.
  ///   - settings: How its connections behave.
  ///   - content: What it begins with; a shared one that holds something already is left as it is.
  ///   - prepare: Prepares each connection, once it has its content; see ``SQLiteConnectionPreparation``.
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

  /// The name under which it is shared in this process; a private one has none.
  public var databaseName: String? { sharedName.map { "memory \(MemoryDriver.process) \($0)" } }

  /// The name under which it is shared.
  public var endpoint: DatabaseEndpoint {
    DatabaseEndpoint(systemName: "sqlite", namespace: sharedName, isInMemory: true)
  }

  /// Tells this process from others, whose databases in memory are others.
  private static let process = UInt64.random(in: .min ... .max)

  /// One connection, which blocks its thread.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: true) }

  /// Opens a connection: to a database of its own, or to the shared one.
  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending SQLiteConnection {
    try openSynchronously(role)
  }

  /// Opens a connection without suspending.
  ///
  /// - Throws: As ``SQLiteConnection/open(_:role:library:encryption:settings:)``, and what ``prepare`` throws.
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
  /// What a database in memory begins with.
  public enum Content: Sendable, Hashable {
    /// Nothing.
    case empty
    /// The content of a database file, which is not changed.
    case file(String)
    /// The bytes of a database file, as ``QuarrySQLiteEngine/SQLiteConnection/image()`` gives them.
    case image([UInt8])
  }

  /// Saves the shared database to a file, which is replaced in one step.
  ///
  /// A private database is saved through its connection: `connection.backUp(toFile:)`.
  ///
  /// - Throws: `.misuse` for a private database, or what opening and copying throw.
  public func save(to path: String) throws(DatabaseError) {
    let connection = try sharedConnection()
    defer { connection.closeSynchronously() }
    try connection.backUp(toFile: path)
  }

  /// Replaces the content of the shared database by that of a file.
  ///
  /// A private database is loaded through its connection, or begins with ``Content/file(_:)``.
  ///
  /// - Throws: `.misuse` for a private database, or what opening and copying throw.
  public func load(from path: String) throws(DatabaseError) {
    let connection = try sharedConnection()
    defer { connection.closeSynchronously() }
    try connection.load(file: path)
  }

  /// Returns a driver for databases of their own that begin with what the shared database holds now.
  ///
  /// - Parameter name: The name under which the new database is shared; `nil` for a private one.
  /// - Throws: `.misuse` for a private database, or what opening and copying throw.
  public func fork(name: String? = nil) throws(DatabaseError) -> MemoryDriver {
    let connection = try sharedConnection()
    defer { connection.closeSynchronously() }
    return try MemoryDriver(forking: connection, name: name, settings: settings)
  }

  /// Describes a database in memory that begins with what a connection's database holds now.
  ///
  /// - Parameters:
  ///   - connection: A connection to any database that is not encrypted.
  ///   - name: The name under which the new database is shared; `nil` for a private one.
  ///   - settings: How its connections behave.
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
