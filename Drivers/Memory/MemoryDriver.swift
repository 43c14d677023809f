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
public struct MemoryDriver: Driver {
  /// The type of its connections.
  public typealias Connection = SQLiteConnection

  /// The name under which the database is shared inside the process; `nil` for a private one.
  public let sharedName: String?

  /// The library to open it with.
  public var library: SQLiteLibrary.Location

  /// How its connections behave.
  public var settings: SQLiteConnectionSettings

  /// Describes a database in memory. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - name: The name under which it is shared inside the process; `nil` for a private one.
  ///   - library: The library to open it with.
  ///   - settings: How its connections behave.
  public init(
    name: String? = nil, library: SQLiteLibrary.Location = .systemSQLite,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) {
    sharedName = name
    self.library = library
    self.settings = settings
  }

  /// The scheme of its URLs.
  public var name: String { "memory" }

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
  /// - Throws: As ``SQLiteConnection/open(_:role:library:encryption:settings:)``.
  public func openSynchronously(_ role: ConnectionRole = .writer) throws(DatabaseError) -> sending SQLiteConnection {
    try SQLiteConnection.open(
      sharedName.map { .sharedMemory(name: $0) } ?? .memory, role: role, library: library, settings: settings)
  }
}
