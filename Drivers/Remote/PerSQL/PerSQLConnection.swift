public import Quarry

/// The address of a PerSQL database. Every call is independent.
public final class PerSQLConnection: DriverConnection, WholeAnswerConnection {
  private let calls: PerSQLCalls
  private var isClosed = false
  private var lastInsertedRowID: Int64 = 0

  /// The capabilities of the connection.
  public let capabilities: DriverCapabilities

  init(calls: PerSQLCalls, capabilities: DriverCapabilities) {
    self.calls = calls
    self.capabilities = capabilities
  }

  /// Always `.idle`: no transaction is open between calls.
  public var transactionStatus: TransactionStatus { .idle }

  /// A handle that ends a running call with its task.
  public var interruptHandle: any InterruptHandle { TaskCancellation() }

  /// Parses the statement. Nothing is sent.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the statement needs an open transaction or sets
  ///   the connection, or `.tooManyParameters`.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<WholeAnswerStatement>? {
    guard let first = SQLScript(sql).first(where: { _ in true }) else { return nil }
    let text = StatementText(first.sql)
    try text.requireSelfContained("PerSQL")
    try text.requireNoSetting()
    guard text.parameterNames.count <= capabilities.limits.parameters else {
      throw DatabaseError(
        .tooManyParameters,
        "the statement has \(text.parameterNames.count) parameters, and the service takes at most "
          + "\(capabilities.limits.parameters)", sql: text.sql, missing: .longStatements)
    }
    return PreparedStatement(
      statement: WholeAnswerStatement(text, on: self), byteCount: first.offset + first.sql.utf8.count)
  }

  /// Makes the engine compile a text that got a wrong number of values: `EXPLAIN` runs nothing. PRAGMAs are skipped,
  /// because some work while they are compiled.
  nonisolated(nonsending) func verify(_ text: StatementText) async throws(DatabaseError) {
    try requireOpen()
    guard ![.askPragma, .setPragma].contains(text.verb), !text.begins(with: "EXPLAIN") else { return }
    let nulls = [SQLValue](repeating: .null, count: text.parameterNames.count)
    do throws(DatabaseError) {
      _ = try await calls.query(PerSQLStatement(StatementText("EXPLAIN " + text.sql), nulls), effect: .reads)
    } catch {
      guard error.isAboutStatement else { return }
      var error = error
      error.sql = text.sql
      throw error
    }
  }

  /// Sends a statement. A statement that changes rows is sent with the query for its counts, in one batch.
  nonisolated(nonsending) func answer(
    to text: StatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer {
    try requireOpen()
    let statement = PerSQLStatement(text, values)
    guard text.verb == .insert || text.verb == .change else {
      return try await calls.query(statement, effect: text.isReadOnly ? .reads : calls.writes)
    }
    do throws(DatabaseError) {
      var answers = try await calls.batch([statement, PerSQLConnection.counts], effect: calls.writes)
      answers[0].result = result(answers[1], text)
      return answers[0]
    } catch {
      var error = error
      if error.sql == nil { error.sql = statement.sql }
      throw error
    }
  }

  /// Applies statements together, each changing statement followed by a query for its counts.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the batch is too long, `.missingParameter`,
  ///   `.extraParameter`, `.connectionClosed`, or the code of the engine or of the failed call.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    try requireOpen()
    let texts = try StatementText.batch(statements, "PerSQL")
    for (index, text) in texts.enumerated() {
      do throws(DatabaseError) {
        try text.requireNoSetting(inBatch: true)
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    let changes = texts.filter { $0.verb == .insert || $0.verb == .change }.count
    let fits = statements.count + changes <= PerSQLCalls.statementsInBatch
    guard fits || !wantsResults, statements.count <= PerSQLCalls.statementsInBatch else {
      throw DatabaseError(
        .unsupportedFeature,
        "these are \(statements.count) statements, and the service takes \(PerSQLCalls.statementsInBatch) in a "
          + "transaction, of which every change needs two when it is to be counted", missing: .longBatches)
    }
    var sent: [PerSQLStatement] = []
    var places: [Int] = []
    for (text, statement) in zip(texts, statements) {
      places.append(sent.count)
      sent.append(PerSQLStatement(text, statement.values))
      if wantsResults, text.verb == .insert || text.verb == .change { sent.append(PerSQLConnection.counts) }
    }
    let effect: CallEffect = texts.allSatisfy(\.isReadOnly) ? .reads : calls.writes
    var answers: [StatementAnswer]
    do throws(DatabaseError) {
      answers = try await calls.batch(sent, effect: effect)
    } catch {
      var error = error
      error.statementIndex = error.statementIndex.flatMap { index in places.lastIndex { $0 <= index } }
      throw error
    }
    return zip(texts, places).map { text, place in
      if wantsResults, text.verb == .insert || text.verb == .change {
        answers[place].result = result(answers[place + 1], text)
      }
      return answers[place].batched(knowsResult: wantsResults)
    }
  }

  /// Closes the connection. Further calls throw `.connectionClosed`.
  public nonisolated(nonsending) func close() async { isClosed = true }

  /// The counts, with the rowid as text, which carries all its 64 bits.
  private static let counts = PerSQLStatement(
    StatementText("SELECT changes(), CAST(last_insert_rowid() AS TEXT)"), [])

  private func result(_ counts: StatementAnswer, _ text: StatementText) -> StatementResult {
    let affected = counts.rows.integer(row: 0, column: 0) ?? 0
    let rowID = counts.rows.text(row: 0, column: 1).flatMap { Int64($0) }
    if text.verb == .insert, !text.isUpsert, affected > 0, let rowID { lastInsertedRowID = rowID }
    return StatementResult(affectedRows: affected, lastInsertedRowID: lastInsertedRowID)
  }

  private func requireOpen() throws(DatabaseError) {
    if isClosed { throw DatabaseError(.connectionClosed, "the connection was closed; open the database again") }
  }
}

extension StatementText {
  /// The texts of a batch, each of which must be one statement with a value for every parameter.
  static func batch(_ statements: [SQLFragment], _ driver: String) throws(DatabaseError) -> [StatementText] {
    var texts: [StatementText] = []
    for (index, statement) in statements.enumerated() {
      do throws(DatabaseError) {
        let parts = Array(SQLScript(statement.sql).prefix(2))
        guard let first = parts.first else {
          throw DatabaseError(.emptyStatement, "the text holds no statement", sql: statement.sql)
        }
        guard parts.count == 1 else {
          throw DatabaseError(
            .multipleStatements, "the text holds more than one statement; run it as a script", sql: statement.sql)
        }
        let text = StatementText(first.sql)
        try text.requireSelfContained(driver)
        let wanted = text.parameterNames.count
        guard wanted == statement.values.count else {
          throw DatabaseError(
            statement.values.count < wanted ? .missingParameter : .extraParameter,
            "the statement has \(wanted) parameters and got \(statement.values.count) values", sql: statement.sql)
        }
        texts.append(text)
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    return texts
  }
}
