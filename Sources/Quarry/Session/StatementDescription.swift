/// What a connection knows about a statement before it runs.
public struct StatementDescription: Sendable, Hashable {
  /// The parameters' names with their sigil, in order; `nil` for one without a name.
  public var parameterNames: [String?]
  /// The result columns; empty for a statement without rows, and where a driver knows them only later.
  public var columns: [ColumnDescription]
  /// Whether the statement makes no direct change to the database file.
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

/// How one statement of a ``DatabaseLease`` runs: where its values come from and where its rows go.
public struct StatementHandler: Sendable {
  /// Gives the values, in the order of the parameters; it may throw to refuse the statement before it runs.
  public var values: @Sendable (StatementDescription) throws -> [SQLValue]
  /// Takes the rows, batch by batch, on the connection's own thread; called at least once when the statement succeeds,
  /// so that the columns of an empty result are known.
  public var receive: @Sendable (SQLRowBatch) throws -> Void
  /// Called after each batch, outside of the engine; the statement waits for it.
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
