/// A statement that is prepared once and can run many times, with values by position or by name.
///
/// ```swift
/// let statement = try context.prepare("SELECT Name FROM Artist WHERE ArtistId = :id")
/// let names = try statement.rows([":id": 7])
/// ```
public final class SQLPreparedStatement {
  private let session: SQLSession
  private let statement: SessionStatement
  private var isClosed = false
  private var isRunning = false
  private var batch = SQLRowBatch()
  private var nextRow = 0
  private var run = StatementRun()

  init(session: SQLSession, statement: SessionStatement) {
    self.session = session
    self.statement = statement
  }

  deinit { close() }

  /// The SQL text.
  public var sql: String { statement.sql }

  /// The number of parameters.
  public var parameterCount: Int { statement.parameterCount }

  /// The names of the parameters with their sigil, in order; `nil` for one without a name.
  public var parameterNames: [String?] { statement.parameterNames }

  /// The result columns; empty for a statement without rows.
  public var columns: [ColumnDescription] { isClosed ? [] : statement.columns }

  /// Whether the statement doesn't directly change the database file.
  public var isReadOnly: Bool { statement.isReadOnly }

  /// Starts the statement with values in the order of its parameters.
  ///
  /// - Throws: ``DatabaseError`` with code `.missingParameter` or `.extraParameter`, before anything runs.
  public func start(_ values: [SQLValue] = []) throws {
    try requireOpen()
    reset()
    try session.context.capabilities.requireCarriable(values, sql: sql)
    try session.start(statement, values)
    isRunning = true
  }

  /// Starts the statement with values by name. The sigil can be left out if the name is unambiguous.
  ///
  /// - Throws: ``DatabaseError`` with code `.missingParameter` for a parameter without a value, and `.extraParameter`
  ///   for an unknown name; the message lists the known names.
  public func start(_ values: [String: SQLValue]) throws {
    try start(try SQLNamedParameters(sql: sql, names: parameterNames).ordered(values))
  }

  /// Returns the next row of the running statement, or `nil` at its end.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed` if the statement was closed, or with the engine's code
  ///   if it fails.
  public func next() throws -> SQLRow? {
    try requireNotClosed()
    if !isRunning { try start() }
    while nextRow == batch.rowCount {
      guard try fill() else {
        reset()
        return nil
      }
      nextRow = 0
    }
    let row = nextRow
    nextRow += 1
    let names = batch.columns.map(\.name)
    let values = try (0..<batch.columnCount).map { column in
      let cell = batch.cell(row: row, column: column)
      do {
        return try cell.value()
      } catch {
        throw DatabaseError.decoding(
          error, column: "\"\(names[column])\"", index: column, found: cell.storageClass, wanted: SQLValue.self)
      }
    }
    return SQLRow(columnNames: names, values: values)
  }

  /// Runs the statement with values by position and returns all rows.
  ///
  /// - Throws: As `start(_:)` and ``next()``.
  public func rows(_ values: [SQLValue] = []) throws -> [SQLRow] {
    try start(values)
    return try remainingRows()
  }

  /// Runs the statement with values by name and returns all rows.
  ///
  /// - Throws: As `start(_:)` and ``next()``.
  public func rows(_ values: [String: SQLValue]) throws -> [SQLRow] {
    try start(values)
    return try remainingRows()
  }

  private func remainingRows() throws -> [SQLRow] {
    var rows: [SQLRow] = []
    while let row = try next() { rows.append(row) }
    return rows
  }

  /// Runs the statement to its end and ignores its rows.
  ///
  /// - Throws: As `start(_:)` and ``next()``.
  @discardableResult
  public func execute(_ values: [SQLValue] = []) throws -> StatementResult {
    try start(values)
    defer { reset() }
    while try fill() {}
    return run.result ?? .none
  }

  /// Reads the next rows into the batch.
  ///
  /// - Returns: `false` if the statement was at its end.
  private func fill() throws -> Bool {
    do throws(DatabaseError) {
      // What came behind rows is thrown before what has become of the transaction through it.
      guard try run.goesOn() else { return false }
      try requireOpen()
      do throws(DatabaseError) {
        run.take(try session.step(statement, into: batch, limit: 64))
      } catch {
        try run.take(error, rowsBefore: batch.rowCount)
      }
      return true
    } catch {
      reset()
      throw error
    }
  }

  /// Ends the running execution and removes its values.
  public func reset() {
    guard !isClosed, isRunning else { return }
    session.reset(statement)
    batch.removeAllRows(columnCount: 0)
    isRunning = false
    run = StatementRun()
    nextRow = 0
  }

  /// Frees the statement. A second call does nothing.
  public func close() {
    guard !isClosed else { return }
    reset()
    isClosed = true
    if !session.isClosed { statement.finalize() }
  }

  private func requireOpen() throws(DatabaseError) {
    try requireNotClosed()
    let status = session.connection.transactionStatus
    try session.state.requireUsable(status, session.connection.failure)
    try session.state.requireOwnTransaction(status)
  }

  private func requireNotClosed() throws(DatabaseError) {
    if let failure = session.state.failure { throw failure }
    if isClosed {
      throw DatabaseError(.connectionClosed, "the statement was closed; prepare it again", sql: sql)
    }
  }
}

extension SQLSession {
  /// Prepares a statement that can run many times.
  ///
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` or `.multipleStatements` if the text isn't one statement,
  ///   or the engine's error.
  public func prepare(_ sql: String) throws -> SQLPreparedStatement {
    try requireUsable()
    guard let statement = try uncachedStatement(for: sql) else { throw DatabaseError.emptyStatement(sql) }
    return SQLPreparedStatement(session: self, statement: statement)
  }
}
