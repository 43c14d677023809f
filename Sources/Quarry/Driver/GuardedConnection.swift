/// A connection with an authorizer and memory limits, for programs that run the statements of others.
///
/// A driver with an engine in this process conforms its connections to it. On other connections, such a program can
/// only judge the text of a statement.
public protocol GuardedConnection: DriverConnection {
  /// Rejects everything that would write to the database, or allows it again.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  func setReadsOnly(_ readsOnly: Bool) throws(DatabaseError)

  /// Sets a closure that decides on every action of a statement while it is prepared.
  ///
  /// - Parameter body: Returns the decision on one action. `nil` removes the closure.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the engine has no
  ///   authorizer.
  func setAuthorizer(_ body: ((SQLiteAction) -> SQLiteAuthorization)?) throws(DatabaseError)

  /// Sets the memory limits of the connection. A statement beyond them fails with `.tooBig`.
  ///
  /// - Returns: The previous limits.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  @discardableResult
  func setMemoryLimits(_ limits: SQLiteMemoryLimits) throws(DatabaseError) -> SQLiteMemoryLimits

  /// Limits the memory of the engine for the whole process.
  ///
  /// - Parameter bytes: The limit in bytes; 0 for none.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine has no such limit.
  func setHeapLimit(_ bytes: Int) throws(DatabaseError)
}

/// An action of a statement that is being prepared.
///
/// Source: <https://sqlite.org/c3ref/c_alter_table.html>.
public struct SQLiteAction: Sendable, Hashable {
  /// The number of the action, such as 20 for reading a column.
  public let code: Int32
  /// The first detail: usually the table, or the name of the created or dropped object.
  public let first: String?
  /// The second detail: usually the column.
  public let second: String?
  /// The schema; `nil` if there is none.
  public let schema: String?
  /// The innermost trigger or view that causes the action; `nil` if there is none.
  public let origin: String?

  /// Creates an action.
  public init(code: Int32, first: String?, second: String?, schema: String?, origin: String?) {
    self.code = code
    self.first = first
    self.second = second
    self.schema = schema
    self.origin = origin
  }
}

/// The decision on an action.
public enum SQLiteAuthorization: Int32, Sendable, Hashable {
  /// The action is allowed.
  case allow = 0
  /// The statement fails with `.authorization`.
  case deny = 1
  /// The action is left out: a column reads as NULL.
  case ignore = 2
}

/// Limits on the memory that the statements of one connection use.
public struct SQLiteMemoryLimits: Sendable, Hashable {
  /// The longest text, blob or stored row, in bytes. The engine never creates a longer one, not even temporarily.
  ///
  /// Source: <https://sqlite.org/limits.html>, `SQLITE_LIMIT_LENGTH`.
  public var valueBytes: Int

  /// The largest number of bytes of all texts and blobs in one row of a result.
  public var rowBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - valueBytes: The longest text, blob or stored row, in bytes, at least 1. It can't exceed the engine's own
  ///     limit.
  ///   - rowBytes: The largest number of bytes of all texts and blobs in one row of a result, at least 0.
  public init(valueBytes: Int, rowBytes: Int) {
    self.valueBytes = valueBytes
    self.rowBytes = rowBytes
  }
}
