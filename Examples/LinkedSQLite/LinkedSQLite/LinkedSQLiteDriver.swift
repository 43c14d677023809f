internal import CLinkedSQLite
public import Quarry

/// Opens a database file with the SQLite that the program is linked to.
public struct LinkedSQLiteDriver: DatabaseDriver {
  /// What may be done with the file.
  public enum Mode: Sendable {
    case readOnly, readWrite, readWriteCreate
  }

  public typealias Connection = LinkedSQLiteConnection

  private let path: String
  private let mode: Mode
  private let busyTimeout: Duration

  /// Describes a database file. Nothing is opened yet.
  public init(path: String, mode: Mode = .readWriteCreate, busyTimeout: Duration = .seconds(5)) {
    // The engine gives names such as ":memory:" a meaning of their own; a path with a folder is always a path.
    self.path = path.hasPrefix("/") ? path : "./" + path
    self.mode = mode
    self.busyTimeout = busyTimeout
  }

  public var name: String { "linked-sqlite" }

  /// Calls block their thread; in a write-ahead log several connections read beside the writer.
  public var traits: DriverTraits { DriverTraits(maximumReaders: 4, blocksThread: true, contractVersion: 3) }

  public nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending LinkedSQLiteConnection {
    let flags =
      switch mode {
      case .readOnly: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let connection = try LinkedSQLiteConnection(path: path, flags: flags, engine: LinkedSQLiteEngine.engine)
    try connection.configure(role, isReadOnly: mode == .readOnly, busyTimeout: busyTimeout)
    return connection
  }
}
