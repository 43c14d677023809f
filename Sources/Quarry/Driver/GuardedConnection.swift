/// A connection whose engine asks before each action of a statement, and whose memory can be limited: what a program needs
/// that runs the statements of others.
///
/// A driver whose engine runs in this process declares the ability by conforming its connections. Where they don't,
/// such a program has the texts of the statements alone to judge.
public protocol GuardedConnection: DriverConnection {
  /// Refuses everything that would write to the database, or allows it again.
  ///
  /// - Throws: `.connectionClosed`.
  func setReadsOnly(_ readsOnly: Bool) throws(DatabaseError)

  /// Asks about everything that a statement would do, while it is being prepared.
  ///
  /// - Parameter body: Returns the decision on one action. `nil` removes the one before.
  /// - Throws: `.connectionClosed`, or `.unsupportedFeature` when the engine cannot ask.
  func setAuthorizer(_ body: ((SQLiteAction) -> SQLiteAuthorization)?) throws(DatabaseError)

  /// Sets the memory limits of the connection. A statement beyond them fails with `.tooBig`.
  ///
  /// - Returns: The limits that were in force before.
  /// - Throws: `.connectionClosed`.
  @discardableResult
  func setMemoryLimits(_ limits: SQLiteMemoryLimits) throws(DatabaseError) -> SQLiteMemoryLimits

  /// Limits the memory of the engine for the whole process.
  ///
  /// - Parameter bytes: The limit in bytes; 0 for none.
  /// - Throws: `.unsupportedFeature` for an engine that has no such limit.
  func setHeapLimit(_ bytes: Int) throws(DatabaseError)
}

/// What a statement that is being prepared would do.
///
/// Source: <https://sqlite.org/c3ref/c_alter_table.html>.
public struct SQLiteAction: Sendable, Hashable {
  /// The number of the action, such as 20 for reading a column.
  public let code: Int32
  /// The first detail: as a rule the table, or the name of what is created or dropped.
  public let first: String?
  /// The second detail: as a rule the column.
  public let second: String?
  /// The schema, where there is one.
  public let schema: String?
  /// The innermost trigger or view that asks, where there is one.
  public let origin: String?

  /// Creates an action; see the properties.
  public init(code: Int32, first: String?, second: String?, schema: String?, origin: String?) {
    self.code = code
    self.first = first
    self.second = second
    self.schema = schema
    self.origin = origin
  }
}

/// What becomes of an action.
public enum SQLiteAuthorization: Int32, Sendable, Hashable {
  /// It is allowed.
  case allow = 0
  /// The statement is refused, with `.authorization`.
  case deny = 1
  /// It is left out: a column reads as NULL.
  case ignore = 2
}

/// Limits on the memory that the statements of one connection use.
public struct SQLiteMemoryLimits: Sendable, Hashable {
  /// The longest text, blob or stored row, in bytes. The engine never makes a longer one, not even in between.
  ///
  /// Source: <https://sqlite.org/limits.html>, `SQLITE_LIMIT_LENGTH`.
  public var valueBytes: Int

  /// The most bytes of texts and blobs that one row of a result has.
  public var rowBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - valueBytes: The longest text, blob or stored row, in bytes, at least 1. The engine's own limit is the most.
  ///   - rowBytes: The most bytes of texts and blobs in one row of a result, at least 0.
  public init(valueBytes: Int, rowBytes: Int) {
    self.valueBytes = valueBytes
    self.rowBytes = rowBytes
  }
}
