public import Quarry

extension HranaConnection {
  /// Runs statements in one atomic batch and one round trip.
  ///
  /// The batch is BEGIN, each statement if the previous one succeeded, COMMIT if all succeeded, and otherwise
  /// ROLLBACK. Inside a transaction it uses a savepoint instead. A batch of reads takes no write lock. A text that
  /// occurs several times is sent once.
  ///
  /// - Throws: ``DatabaseError`` with the position of the failing statement in `statementIndex`, if known. Its code
  ///   is the engine's, or that of the failed call.
  public nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    guard !isClosed else { throw DatabaseError(.connectionClosed, "The connection was closed") }
    guard !statements.isEmpty else { return [] }
    guard transactionStatus != .unknown else {
      throw DatabaseError(.outcomeUnknown, "The connection was lost inside a transaction", outcome: .unknown)
    }
    let (stored, calls) = try batchCalls(statements)
    let onlyReads = try await onlyReads(statements)
    if beginIsPending { try await sendBegin() }
    let frame: BatchFrame = transactionStatus != .idle ? .savepoint : onlyReads ? .snapshot : .transaction
    var steps = [HranaStep(HranaStatementCall(frame.begin, wantsRows: false))]
    for (index, call) in calls.enumerated() { steps.append(HranaStep(call, if: .ok(index))) }
    steps.append(HranaStep(HranaStatementCall(frame.commit, wantsRows: false), if: .ok(calls.count)))
    for sql in frame.rollback {
      steps.append(HranaStep(HranaStatementCall(sql, wantsRows: false), if: .not(.ok(calls.count + 1))))
    }
    // A stream that goes on would refuse the same number for the next text.
    let forgotten = frame != .savepoint ? [] : (0..<Int32(stored.count)).map { HranaRequest.closeSQL($0) }
    let results = try await exchange(stored + [.batch(steps)] + forgotten, onlyReads ? .reading : .writing)
    for case .error(let error) in results.prefix(stored.count) { throw error.databaseError(sql: nil, mayWrite: false) }
    switch results.dropFirst(stored.count).first {
    case .ok(.batch(let steps))?: return try await outcome(of: steps, statements, frame)
    case .error(let error)?: throw await unparsed(error, statements)
    default: throw DatabaseError(.protocolViolation, "The server answered a batch with something else")
    }
  }

  /// Whether no statement writes. On a connection that only reads, the server is asked about uncertain texts.
  ///
  /// - Throws: `.readOnly` if a statement writes on a connection that only reads.
  private nonisolated(nonsending) func onlyReads(_ statements: [SQLFragment]) async throws(DatabaseError) -> Bool {
    let shapes = statements.map { HranaStatementShape($0.sql) }
    if shapes.allSatisfy(\.mayRepeat) { return true }
    guard role == .reader else { return false }
    for (index, shape) in shapes.enumerated() where !shape.mayRepeat {
      do throws(DatabaseError) {
        let isReadOnly: Bool
        if let known = shape.isReadOnly {
          isReadOnly = known
        } else {
          isReadOnly = try await describe(statements[index].sql).isReadOnly
        }
        guard !isReadOnly else { continue }
        throw DatabaseError(
          .readOnly, "attempt to write a readonly database", engineCode: .readOnly, sql: statements[index].sql)
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    return true
  }

  /// Stores repeated texts on the server if they are long enough; servers store 50 texts of 5 KB.
  private func batchCalls(
    _ statements: [SQLFragment]
  ) throws(DatabaseError) -> ([HranaRequest], [HranaStatementCall]) {
    var counts: [String: Int] = [:]
    for statement in statements { counts[statement.sql, default: 0] += 1 }
    var ids: [String: Int32] = [:]
    var stored: [HranaRequest] = []
    var calls: [HranaStatementCall] = []
    for (index, statement) in statements.enumerated() {
      var call = try call(statement, index)
      if case .sql(let sql) = call.text, counts[statement.sql, default: 0] > 1, (64...5000).contains(sql.utf8.count) {
        if ids[sql] == nil, ids.count < 50 {
          let id = Int32(ids.count)
          ids[sql] = id
          stored.append(.storeSQL(id, sql))
        }
        if let id = ids[sql] { call.text = .stored(id) }
      }
      calls.append(call)
    }
    return (stored, calls)
  }

  private func call(_ fragment: SQLFragment, _ index: Int) throws(DatabaseError) -> HranaStatementCall {
    func failure(
      _ code: DatabaseError.Code, _ message: String, missing: MissingCapability? = nil
    ) -> DatabaseError {
      DatabaseError(code, message, sql: fragment.sql, statementIndex: index, missing: missing)
    }
    let parts = Array(SQLScript(fragment.sql).prefix(2))
    guard let part = parts.first else { throw failure(.emptyStatement, "there is no statement") }
    guard parts.count == 1 else { throw failure(.multipleStatements, "the text holds more than one statement") }
    switch HranaStatementShape(part.sql).kind {
    case .beginDeferred, .beginNow, .commit, .rollback:
      throw failure(.transactionState, "a batch is a transaction by itself and can't begin or end one")
    case .lostSetting(let name):
      var error = HranaConnection.lostSetting(name, fragment.sql)
      error.statementIndex = index
      throw error
    case .attach: throw failure(.unsupportedFeature, "Databases can't be attached over HTTP", missing: .attach)
    default: break
    }
    let names = SQLNamedParameters(ofText: part.sql).names
    guard names.count == fragment.values.count else {
      throw failure(
        fragment.values.count < names.count ? .missingParameter : .extraParameter,
        "the statement has \(names.count) parameters and got \(fragment.values.count) values")
    }
    for value in fragment.values {
      if case .real(let real) = value, real.isInfinite {
        throw failure(.unsupportedFeature, "An infinity can't be bound: the protocol has none", missing: .infinities)
      }
    }
    return HranaStatementCall(
      part.sql, names: names, values: fragment.values, readsReals: server.readsReals)
  }

  private nonisolated(nonsending) func outcome(
    of steps: [HranaResult?], _ statements: [SQLFragment], _ frame: BatchFrame
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    var results: [BatchedAnswer] = []
    for (index, step) in steps.dropLast(frame.rollback.count).enumerated() {
      switch step {
      case .ok(.execute(var result))?:
        if index > 0, index <= statements.count {
          result.effect = settled(result.effect, HranaStatementShape(statements[index - 1].sql))
        }
        results.append(result.batchedAnswer)
      case .error(let error)?:
        let isOwn = index > 0 && index <= statements.count
        var known = await explain(error, sql: isOwn ? statements[index - 1].sql : frame.commit, mayWrite: false)
        if isOwn {
          known = known.of(statements[index - 1].sql, statements[index - 1].values)
          known.statementIndex = index - 1
        }
        throw known
      default:
        throw DatabaseError(
          .outcomeUnknown, "The server left out a statement of the batch without an error", outcome: .unknown)
      }
    }
    return Array(results.dropFirst().prefix(statements.count))
  }

  /// The error of a batch that didn't run because one of its texts was rejected.
  private nonisolated(nonsending) func unparsed(
    _ error: HranaServerError, _ statements: [SQLFragment]
  ) async -> DatabaseError {
    guard error.isOfServersParser else { return error.databaseError(sql: nil, mayWrite: true) }
    let descriptions = try? await exchange(statements.map { .describe($0.sql) }, .reading)
    for (index, description) in (descriptions ?? []).enumerated() {
      guard case .error(let own) = description else { continue }
      var known = own.databaseError(sql: statements[index].sql, mayWrite: false)
      known.statementIndex = index
      return known
    }
    return error.databaseError(sql: nil, mayWrite: false)
  }
}

/// The statements around a batch.
private enum BatchFrame {
  case transaction
  case snapshot
  case savepoint

  var begin: String {
    switch self {
    case .transaction: "BEGIN IMMEDIATE"
    case .snapshot: "BEGIN"
    case .savepoint: "SAVEPOINT \"quarry_batch\""
    }
  }
  var commit: String { self != .savepoint ? "COMMIT" : "RELEASE \"quarry_batch\"" }
  var rollback: [String] {
    self != .savepoint ? ["ROLLBACK"] : ["ROLLBACK TO \"quarry_batch\"", "RELEASE \"quarry_batch\""]
  }
}

extension HranaStatementResult {
  var batchedAnswer: BatchedAnswer {
    StatementAnswer(columns: columns, rows: rows, result: effect).batched(knowsResult: true)
  }
}
