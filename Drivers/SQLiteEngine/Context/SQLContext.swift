public import Quarry

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One connection of a local engine, with calls that don't suspend, for scripts, tools and tests.
///
/// ```swift
/// let context = try SQLContext(path: "music.db")
/// try context.createTable(Artist.self, ifNotExists: true)
/// let nina = try context.insert(Artist(id: 0, name: "Nina"))
/// let artists = try context.fetchAll(Artist.where { $0.name.like("N%") })
/// ```
///
/// A context has every method of ``SQLSession``, and methods that only a local engine has. It isn't `Sendable`: use
/// it on one thread at a time. It closes its database when it's deallocated.
public final class SQLContext: SQLSession {
  /// The driver's connection, with its hooks, functions, collations and copies.
  public let engineConnection: SQLiteConnection

  /// Opens a database in memory, private to this context.
  ///
  /// - Throws: ``DatabaseError`` with code `.libraryUnavailable` if SQLite isn't installed.
  public convenience init(policy: FeaturePolicy = .lower) throws(DatabaseError) {
    self.init(try SQLiteConnection.open(.memory), policy: policy)
  }

  /// Opens a database file with the system's SQLite, or with another build of it.
  ///
  /// - Parameters:
  ///   - path: The path of the file, without special characters.
  ///   - mode: The access to the file.
  ///   - library: The SQLite library.
  ///   - encryption: The key, or `nil` for a plain file.
  ///   - settings: The settings of the connection.
  ///   - policy: Whether Quarry replaces features that the engine lacks with exact equivalents.
  /// - Throws: What ``SQLiteConnection/open(_:role:library:encryption:settings:)`` throws.
  public convenience init(
    path: String, mode: SQLiteOpenMode = .readWriteCreate, library: SQLiteLibrary.Location = .systemSQLite,
    encryption: SQLCipherEncryption? = nil, settings: SQLiteConnectionSettings = SQLiteConnectionSettings(),
    policy: FeaturePolicy = .lower
  ) throws(DatabaseError) {
    let connection = try SQLiteConnection.open(
      .file(path: SQLiteLocation.absolutePath(path), mode: mode), library: library, encryption: encryption,
      settings: settings)
    self.init(connection, policy: policy)
  }

  /// Opens a database with one of the local drivers.
  ///
  /// - Parameters:
  ///   - driver: The driver. One connection is opened.
  ///   - policy: Whether Quarry replaces features that the engine lacks with exact equivalents.
  ///   - now: The clock of typed changes to columns with a time stamp; see ``SQLColumnStamp``.
  /// - Throws: ``DatabaseError`` if the database can't be opened.
  public convenience init(
    _ driver: some LocalEngineDriver, policy: FeaturePolicy = .lower, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(DatabaseError) {
    self.init(try driver.openSynchronously(.writer), policy: policy, now: now)
  }

  /// Creates a context for an open connection.
  ///
  /// - Parameters:
  ///   - connection: The connection. It belongs to the context from now on.
  ///   - policy: Whether Quarry replaces features that the engine lacks with exact equivalents.
  ///   - statementCacheCapacity: The number of prepared statements to keep, 0 or more.
  ///   - now: The clock of typed changes to columns with a time stamp; see ``SQLColumnStamp``.
  public init(
    _ connection: SQLiteConnection, policy: FeaturePolicy = .lower, statementCacheCapacity: Int = 64,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.engineConnection = connection
    super.init(connection: connection, policy: policy, statementCacheCapacity: statementCacheCapacity, now: now)
  }
}

/// A driver whose connections can be opened without suspending.
public protocol LocalEngineDriver: DatabaseDriver where Connection == SQLiteConnection {
  /// Opens a connection without suspending.
  ///
  /// - Throws: ``DatabaseError`` with code `.cannotOpen`, `.notADatabase`, `.wrongKey` or what else opening throws.
  func openSynchronously(_ role: ConnectionRole) throws(DatabaseError) -> sending SQLiteConnection
}
