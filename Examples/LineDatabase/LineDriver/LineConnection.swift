internal import LineProtocol
public import Quarry

/// A connection to a database of a ``LineServer``. The core hands it to one task at a time.
public final class LineConnection: DriverConnection {
  public let capabilities: DriverCapabilities
  private let line: LineCalls
  /// Whether the open transaction was begun by a savepoint, whose release commits.
  private var beganBySavepoint = false

  init(line: sending LineCalls, capabilities: DriverCapabilities) {
    self.line = line
    self.capabilities = capabilities
  }

  public var transactionStatus: TransactionStatus { line.status }

  public var interruptHandle: any InterruptHandle { line.interrupts }

  /// Looks at the text. The server is only asked where the text does not tell what the statement is.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<LineStatement>? {
    guard let text = SQLStatementText(firstOf: sql) else { return nil }
    if text.verb == .attach || text.verb == .detach {
      throw DatabaseError(
        .unsupportedFeature, "a database of the server cannot be attached; open it by itself", sql: text.sql,
        missing: .attach)
    }
    let statement: LineStatement
    if let isReadOnly = text.isReadOnly {
      statement = LineStatement(text, on: self, isReadOnly: isReadOnly, text.parameterNames)
    } else {
      let answer = try await check(text)
      statement = LineStatement(text, on: self, isReadOnly: answer.isReadOnly ?? false, answer.parameterNames ?? [])
    }
    return PreparedStatement(statement: statement, byteCount: text.sql.utf8.count)
  }

  public nonisolated(nonsending) func close() async { line.close() }

  // MARK: - For statements

  /// Has the server prepare a text without running it.
  @discardableResult
  nonisolated(nonsending) func check(_ text: SQLStatementText) async throws(DatabaseError) -> LineAnswer {
    do throws(DatabaseError) {
      let answer = try await line.answer(to: .check(sql: text.sql), .reads)
      if let failure = answer.failure { throw failure.error }
      return answer
    } catch {
      throw completed(error, text, [])
    }
  }

  /// Runs a statement, or fetches more of its rows.
  nonisolated(nonsending) func step(
    _ work: LineRequest.Work, _ text: SQLStatementText, isReadOnly: Bool, since interruptCount: UInt64
  ) async throws(DatabaseError) -> LineAnswer {
    let before = line.status
    let answer = try await line.answer(
      to: work, effect(of: text, isReadOnly: isReadOnly), since: interruptCount)
    if before != .active { beganBySavepoint = line.status == .active && text.verb == .savepoint }
    if text.changesConnection { line.isPinned = true }
    return answer
  }

  private func effect(of text: SQLStatementText, isReadOnly: Bool) -> LineCalls.Effect {
    switch text.verb {
    case .commit: .commits
    case .release where beganBySavepoint: .commits
    case .beginDeferred, .beginNow, .savepoint, .release, .rollback, .rollbackTo: .reads
    default: isReadOnly ? .reads : .writes
    }
  }

  /// The error as the caller gets it: with its text, and without bound values that the engine's message repeats.
  func completed(_ error: DatabaseError, _ text: SQLStatementText, _ values: [SQLValue]) -> DatabaseError {
    var error = error
    error.message = DatabaseError.message(error.message, without: values, sql: text.sql)
    if error.sql == nil { error.sql = text.sql }
    if error.isTransactionOpen == nil, line.status != .unknown { error.isTransactionOpen = line.status == .active }
    let isPassing = error.engineCode?.primary == .busy || error.engineCode?.primary == .locked
    if isPassing, line.status == .idle, error.outcome == .notApplied { error.isRetrySafe = true }
    return error
  }

  /// How often the connection was interrupted.
  var interruptCount: UInt64 { line.interrupts.count }

  /// Which connection of TCP the cursors of now are on.
  var generation: Int { line.generation }

  /// Frees a cursor. A function that cannot await can still send what has no answer.
  func forget(_ cursor: Int, generation: Int) { line.tell(.forget(cursor: cursor), generation: generation) }
}
