public import Quarry

/// The addresses of an rqlite cluster. Every call is independent.
public final class RqliteConnection: DriverConnection, WholeAnswerConnection {
  private let calls: RqliteCalls
  private let shapes: RqliteShapes
  private var isClosed = false
  private var lastInsertedRowID: Int64 = 0
  private var required: RequiredChanges?

  /// The capabilities of the connection.
  public let capabilities: DriverCapabilities

  init(calls: RqliteCalls, shapes: RqliteShapes, capabilities: DriverCapabilities) {
    self.calls = calls
    self.shapes = shapes
    self.capabilities = capabilities
  }

  /// Always `.idle`: no transaction is open between calls.
  public var transactionStatus: TransactionStatus { .idle }

  /// A handle that ends a running call with its task.
  public var interruptHandle: any InterruptHandle { TaskCancellation() }

  /// Parses the statement. Nothing is sent.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the cluster can't run the statement exactly.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<WholeAnswerStatement>? {
    guard let first = SQLScript(sql).first(where: { _ in true }) else { return nil }
    let text = StatementText(first.sql)
    try RqliteRules.check(text)
    return PreparedStatement(
      statement: WholeAnswerStatement(text, on: self), byteCount: first.offset + first.sql.utf8.count)
  }

  /// Sends a statement with the call for its kind.
  nonisolated(nonsending) func answer(
    to text: StatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer {
    try requireOpen()
    let calls = calls.withOneDeadline()
    var statement = try RqliteStatement(text, values)
    if statement.returnsRows { statement = try await calls.tellingRows(statement, isAlone: true) }
    var answer: StatementAnswer
    switch text.verb {
    case .askPragma where SQLPragma.asking.contains(text.kind.pragma?.name ?? ""):
      // A node's connection for reading learns of a new schema with its next query, and a PRAGMA is none.
      let look = try RqliteStatement(StatementText("SELECT 1 FROM sqlite_master LIMIT 1"), [])
      do throws(DatabaseError) {
        answer = try await query([look, statement], by: calls).last ?? StatementAnswer()
      } catch {
        // The caller knows of one statement only.
        var own = error
        own.statementIndex = nil
        own.sql = text.sql
        throw own
      }
    case .select, .askPragma: answer = try await query([statement], by: calls).first ?? StatementAnswer()
    case .setPragma: answer = try await calls.request(statement)
    case .insert where statement.returnsRows && statement.tellsRowID:
      answer = try await calls.executeAndAskForRowID(statement)
    default: answer = try await calls.execute([statement]).first ?? StatementAnswer()
    }
    remember(&answer)
    return answer
  }

  /// Applies statements together: writes with `/db/execute`, only reads with `/db/query`.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the cluster can't run a statement exactly or
  ///   can't return its rows, `.connectionClosed`, or the code of the engine or of the failed call.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    try requireOpen()
    let texts = try StatementText.batch(statements, "rqlite")
    for (index, text) in texts.enumerated() {
      do throws(DatabaseError) { try RqliteRules.check(text) } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    let calls = calls.withOneDeadline()
    var sent: [RqliteStatement] = []
    for (index, text) in texts.enumerated() {
      do throws(DatabaseError) {
        sent.append(try await calls.tellingRows(try RqliteStatement(text, statements[index].values), isAlone: false))
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    let onlyReads = texts.allSatisfy(\.isReadOnly)
    if wantsResults, !onlyReads, let index = texts.firstIndex(where: \.isReadOnly) {
      throw DatabaseError(
        .unsupportedFeature, "rqlite returns no rows of a read in a transaction that writes", sql: texts[index].sql,
        statementIndex: index, missing: .readsAmongWrites)
    }
    var answers = onlyReads ? try await query(sent, by: calls) : try await calls.execute(sent)
    for index in answers.indices { remember(&answers[index]) }
    return answers.map { $0.batched(knowsResult: true) }
  }

  /// Sets the changes that reads must see. The reads use a level at which they see every acknowledged write.
  public func require(_ changes: RequiredChanges?) { required = changes }

  /// Returns the number of the last change that a node has applied. The user needs the permission `status`.
  ///
  /// - Throws: ``DatabaseError`` with the code of the failed call, such as `.cannotOpen` or `.authorization`.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    try requireOpen()
    return try await calls.withOneDeadline().position()
  }

  private nonisolated(nonsending) func query(
    _ statements: [RqliteStatement], by calls: RqliteCalls
  ) async throws(DatabaseError) -> [StatementAnswer] {
    guard let required else { return try await read(statements, by: calls) }
    var current = calls
    if !current.level.isCurrent { current.level = .linearizable }
    current.timeouts.call = min(current.timeouts.call, required.timeLeft)
    current.policy.deadline = min(current.policy.deadline, required.timeLeft)
    do throws(DatabaseError) { return try await read(statements, by: current) } catch {
      throw required.notReached(error)
    }
  }

  private nonisolated(nonsending) func read(
    _ statements: [RqliteStatement], by calls: RqliteCalls
  ) async throws(DatabaseError) -> [StatementAnswer] {
    try await RqliteReads(calls: calls, shapes: shapes).read(statements)
  }

  /// Makes the engine compile a text that got a wrong number of values: `EXPLAIN` runs nothing. PRAGMAs are skipped,
  /// because some work while they are compiled.
  nonisolated(nonsending) func verify(_ text: StatementText) async throws(DatabaseError) {
    try requireOpen()
    guard ![.askPragma, .setPragma].contains(text.verb), !text.begins(with: "EXPLAIN") else { return }
    let nulls = [SQLValue](repeating: .null, count: text.parameterNames.count)
    do throws(DatabaseError) {
      _ = try await calls.withOneDeadline().query([try RqliteStatement(StatementText("EXPLAIN " + text.sql), nulls)])
    } catch {
      // A statement that writes is refused once it is compiled.
      guard error.isAboutStatement, error.code != .readOnly else { return }
      var error = error
      error.sql = text.sql
      throw error
    }
  }

  /// Closes the connection. Further calls throw `.connectionClosed`.
  public nonisolated(nonsending) func close() async { isClosed = true }

  private func remember(_ answer: inout StatementAnswer) {
    // They are in lower case, and those of expressions are of the first row's values.
    answer.columns = answer.columns.map { ColumnDescription(name: $0.name) }
    if answer.result.lastInsertedRowID != 0 { lastInsertedRowID = answer.result.lastInsertedRowID }
    answer.result.lastInsertedRowID = lastInsertedRowID
  }

  private func requireOpen() throws(DatabaseError) {
    if isClosed { throw DatabaseError(.connectionClosed, "the connection was closed; open the database again") }
  }
}
