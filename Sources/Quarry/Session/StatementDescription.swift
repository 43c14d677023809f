/// The properties of a statement before it runs.
public struct StatementDescription: Sendable, Hashable {
  /// The names of the parameters with their sigil, in order; `nil` for one without a name.
  public var parameterNames: [String?]
  /// The result columns; empty for a statement without rows, and if a driver determines them only later.
  public var columns: [ColumnDescription]
  /// Whether the statement doesn't directly change the database file.
  ///
  /// Source: <https://sqlite.org/c3ref/stmt_readonly.html>.
  public var isReadOnly: Bool

  /// Creates a description.
  public init(parameterNames: [String?], columns: [ColumnDescription], isReadOnly: Bool) {
    self.parameterNames = parameterNames
    self.columns = columns
    self.isReadOnly = isReadOnly
  }
}

/// The closures for one statement of a ``DatabaseLease``: where its values come from and where its rows go.
public struct StatementHandler: Sendable {
  /// Returns the values, in the order of the parameters.
  ///
  /// - Throws: Any error, to stop the statement before it runs.
  public var values: @Sendable (StatementDescription) throws -> [SQLValue]
  /// Receives the rows, batch by batch, on the connection's own thread. A successful statement calls it at least once,
  /// so that the columns of an empty result are known.
  ///
  /// - Throws: Any error, to end the statement.
  public var receive: @Sendable (SQLRowBatch) throws -> Void
  /// Called after each batch, outside the engine. The statement waits for it.
  public var afterBatch: (@Sendable () async throws -> Void)?

  /// Creates a handler.
  public init(
    values: @escaping @Sendable (StatementDescription) throws -> [SQLValue],
    receive: @escaping @Sendable (SQLRowBatch) throws -> Void,
    afterBatch: (@Sendable () async throws -> Void)? = nil
  ) {
    self.values = values
    self.receive = receive
    self.afterBatch = afterBatch
  }
}
