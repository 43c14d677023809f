import Quarry

/// A connection that changes the calls and results that it forwards.
final class MutantConnection<Base: DriverConnection>: ForwardingConnection {
  let base: Base
  private let hooks: MutantHooks
  private let memory = MutantMemory()

  init(base: sending Base, hooks: MutantHooks) {
    self.base = base
    self.hooks = hooks
  }

  var capabilities: DriverCapabilities {
    var capabilities = base.capabilities
    hooks.capabilities?(&capabilities)
    if hooks.hasBatches { capabilities.atomicBatches = true }
    return capabilities
  }

  var transactionStatus: TransactionStatus {
    if memory.hasDelayedCommit { return .idle }
    if memory.seemsOver {
      memory.seemsOver = false
      return .idle
    }
    let status = hooks.answer == nil ? base.transactionStatus : .idle
    return hooks.status?(status) ?? status
  }

  var interruptHandle: any InterruptHandle {
    hooks.ignoresInterrupts ? DeafInterruptHandle() : base.interruptHandle
  }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<MutantStatement<Base.Statement>>? {
    let changed = try await prepareMutation(hooks.sql?(sql) ?? sql)
    do {
      guard let prepared = try await base.prepare(hooks.answer == nil ? changed : "SELECT 1") else { return nil }
      let isWhole = hooks.ignoresTail || hooks.answer != nil || changed != sql
      return PreparedStatement(
        statement: MutantStatement(base: prepared.statement, sql: sql, hooks: hooks, memory: memory),
        byteCount: isWhole ? sql.utf8.count : prepared.byteCount)
    } catch {
      guard let failure = hooks.failure else { throw error }
      guard let changedError = failure(error, sql, []) else { return nil }
      throw changedError
    }
  }

  /// Carries out the mutation before a text is prepared.
  ///
  /// - Returns: The text to prepare instead.
  private nonisolated(nonsending) func prepareMutation(_ sql: String) async throws(DatabaseError) -> String {
    if memory.hasDelayedCommit {
      memory.hasDelayedCommit = false
      _ = try await answer(to: "COMMIT")
    }
    if hooks.delaysCommits, sql == "COMMIT" {
      memory.hasDelayedCommit = true
      return "SELECT 1"
    }
    if hooks.renewsSnapshots, base.transactionStatus == .active, sql.hasPrefix("SELECT") {
      _ = try await answer(to: "COMMIT")
      _ = try await answer(to: "BEGIN")
    }
    return sql
  }

  nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    hooks.ignoresOthers ? 1 : try await base.changePosition()
  }

  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    hooks.ignoresOthers ? nil : base.watchChanges(changed)
  }

  nonisolated(nonsending) func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    var statements = statements
    if let bind = hooks.bind {
      for (index, statement) in statements.enumerated() {
        statements[index] = SQLFragment(raw: statement.sql, values: statement.values.map { bind($0, nil) })
      }
    }
    if hooks.binds != nil || hooks.sql != nil {
      statements = statements.map { statement in
        SQLFragment(
          raw: hooks.sql?(statement.sql) ?? statement.sql,
          values: hooks.binds?(statement.values) ?? statement.values)
      }
    }
    guard !hooks.splitsBatches else {
      var answers: [BatchedAnswer] = []
      for statement in statements {
        answers += try await apply([statement], wantsResults: wantsResults)
      }
      return answers
    }
    do {
      let answers = try await apply(statements, wantsResults: wantsResults)
      return hooks.batchAnswers?(answers) ?? answers
    } catch  where error.outcome == .unknown {
      if hooks.repeats?(error) == true { return try await base.executeBatch(statements, wantsResults: wantsResults) }
      guard let unknownOutcome = hooks.unknownOutcome else { throw error }
      if let changed = unknownOutcome(error) { throw changed }
      return []
    }
  }

  /// Applies statements together, even on a connection without batches.
  private nonisolated(nonsending) func apply(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> [BatchedAnswer] {
    let capabilities = base.capabilities
    guard hooks.hasBatches, !capabilities.atomicBatches, capabilities.transactions == .interactive else {
      return try await base.executeBatch(statements, wantsResults: wantsResults)
    }
    let isInside = base.transactionStatus == .active
    _ = try await answer(to: isInside ? "SAVEPOINT mutant" : "BEGIN")
    var answers: [BatchedAnswer] = []
    do throws(DatabaseError) {
      for statement in statements { answers.append(try await answer(to: statement)) }
      _ = try await answer(to: isInside ? "RELEASE mutant" : "COMMIT")
      return answers
    } catch {
      if base.transactionStatus == .active { _ = try? await answer(to: isInside ? "ROLLBACK TO mutant" : "ROLLBACK") }
      var error = error
      if answers.count < statements.count { error.statementIndex = answers.count }
      throw error
    }
  }

  private nonisolated(nonsending) func answer(
    to fragment: SQLFragment
  ) async throws(DatabaseError) -> BatchedAnswer {
    guard let statement = try await base.prepare(fragment.sql)?.statement else {
      throw DatabaseError(.emptyStatement, "the text holds no statement", sql: fragment.sql)
    }
    defer { statement.finalize() }
    try statement.start(fragment.values)
    let rows = SQLRowBatch()
    rows.removeAllRows(columnCount: statement.columns.count)
    while true {
      guard case .done(let result) = try await statement.step(into: rows, limit: 1_000) else { continue }
      return BatchedAnswer(result: result, columns: statement.columns, rows: rows)
    }
  }
}

/// The state that a mutant keeps between statements of one connection.
final class MutantMemory {
  /// The counts of the statement before.
  var lastResult = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
  /// Whether an insert failed since the last one that succeeded.
  var hasFailedInsert = false
  /// The columns of each text when it was prepared first.
  var columns: [String: [ColumnDescription]] = [:]
  /// Statements that are never released.
  var leaked: [any DriverStatement] = []
  /// Whether a COMMIT is still to be carried out.
  var hasDelayedCommit = false
  /// Whether the transaction seems to be over in the next check.
  var seemsOver = false
  /// The rows of the last executions of each text, and how many executions there were.
  var oldRows: [String: [[[SQLValue]]]] = [:]
  var executions = 0
  /// The values that each text was last run with.
  var values: [String: [SQLValue]] = [:]
}

/// A handle that does nothing.
private struct DeafInterruptHandle: InterruptHandle {
  func interrupt() {}
}
