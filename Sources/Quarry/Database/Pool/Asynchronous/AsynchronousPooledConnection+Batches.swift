extension AsynchronousPooledConnection {
  func run(_ batch: DatabaseBatch) async throws -> BatchResults {
    try await cancellable { me in
      var run = try BatchRun(batch, me.context, batches: true, me.state)
      switch run.way {
      case .alone:
        let answers = try await me.runAhead(run)
        try await me.carryOut(&run, answers)
      case .transaction:
        let level = try await me.beginLevel(run.kind, readsOnly: run.isReadOnly && me.state.depth == 0)
        do {
          try await me.carryOut(&run)
        } catch {
          try? await me.endLevel(level, commits: false)
          throw error
        }
        try await me.endLevel(level, commits: true)
      case .together(let statements):
        let answers: [BatchedAnswer]
        do throws(DatabaseError) {
          answers = try await me.runBatch(statements, wantsResults: run.wantsResults)
        } catch {
          throw run.locatedTogether(error, me.connection.transactionStatus)
        }
        try run.take(answers)
      }
      return try run.results()
    }
  }

  /// - Parameter known: The answers to the first statements, which ran already.
  private func carryOut(_ run: inout BatchRun, _ known: [BatchedAnswer] = []) async throws {
    var known = known[...]
    while let statement = try run.next() {
      if let answer = known.popFirst() {
        try run.take(CollectedAnswer(answer))
        continue
      }
      let answer: CollectedAnswer
      do throws(DatabaseError) {
        answer = try await collect(statement, keepsRows: run.keepsRows)
      } catch {
        throw run.located(error, connection.transactionStatus)
      }
      try run.take(answer)
    }
  }

  /// Runs a statement to its end.
  private func collect(_ fragment: SQLFragment, keepsRows: Bool) async throws(DatabaseError) -> CollectedAnswer {
    guard let watch = monitor?.begin(fragment.sql) else {
      return try await collect(fragment, keepsRows: keepsRows, nil)
    }
    do throws(DatabaseError) {
      let answer = try await collect(fragment, keepsRows: keepsRows, watch)
      watch.end()
      return answer
    } catch {
      watch.end(error)
      throw error
    }
  }

  private func collect(
    _ fragment: SQLFragment, keepsRows: Bool, _ watch: StatementWatch?
  ) async throws(DatabaseError) -> CollectedAnswer {
    let before = connection.transactionStatus
    let statement = try await start(fragment)
    var failure: DatabaseError.Outcome?
    defer { free(statement, failure) }
    var answer = CollectedAnswer()
    var batch = SQLRowBatch()
    while true {
      let step: StepResult
      do throws(DatabaseError) {
        step = try await self.step(statement, into: batch, limit: Self.batchRows)
      } catch {
        failure = error.outcome
        throw error
      }
      watch?.take(rows: batch.rowCount)
      if keepsRows, batch.rowCount > 0 {
        answer.rows.append(batch)
        batch = SQLRowBatch()
      }
      guard case .done(let result) = step else { continue }
      answer.result = result
      try state.requireKept(before, connection.transactionStatus, by: fragment)
      return answer
    }
  }

  /// Runs the first statements of a pipeline in one call of the driver, as far as it takes them.
  ///
  /// - Returns: The answers to these statements. The others run one after another.
  private func runAhead(_ run: BatchRun) async throws(DatabaseError) -> [BatchedAnswer] {
    // A statement that is refused before it reaches the driver is refused in its turn.
    let statements = Array(run.ahead.prefix { isFine($0) })
    guard statements.count > 1, !Task.isCancelled else { return [] }
    let watch = monitor?.begin(statements[0].sql, count: statements.count)
    do throws(DatabaseError) {
      let answers = try await connection.executeSequence(statements)
      state.note(connection.transactionStatus)
      if !answers.isEmpty { note(batch: Array(statements.prefix(answers.count)), nil) }
      watch?.end(answers)
      return answers
    } catch {
      watch?.end(error)
      state.note(error, connection.transactionStatus)
      note(batch: statements, error.outcome)
      throw run.locatedAhead(error, connection.transactionStatus)
    }
  }

  private func isFine(_ fragment: SQLFragment) -> Bool {
    if state.isReadOnly, !SQLStatementKind(fragment.sql).isReadOnly { return false }
    do throws(DatabaseError) {
      try state.require(fragment, context, connection.transactionStatus, connection.failure)
      return true
    } catch {
      return false
    }
  }

  /// Runs a whole script as a batch, if its statements can only be applied together.
  func executeScriptAsBatch(_ sql: String) async throws -> StatementResult {
    let parts = Array(SQLScript(sql))
    guard !parts.isEmpty else { return .none }
    return try await cancellable { me in
      do {
        let answers = try await me.runBatch(parts.map { SQLFragment(raw: $0.sql) }, wantsResults: false)
        return answers.last?.result ?? .none
      } catch let error as DatabaseError {
        guard let index = error.statementIndex, parts.indices.contains(index) else { throw error }
        throw error.located(in: parts[index])
      }
    }
  }

  /// Applies statements together, in one call of the driver.
  func runBatch(_ statements: [SQLFragment], wantsResults: Bool) async throws(DatabaseError) -> [BatchedAnswer] {
    try state.require(batch: statements, context.capabilities, connection.transactionStatus, connection.failure)
    if Task.isCancelled { throw DatabaseError.cancelled(before: statements.first?.sql ?? "") }
    let watch = statements.first.flatMap { monitor?.begin($0.sql, count: statements.count) }
    do throws(DatabaseError) {
      let answers = try await connection.executeBatch(statements, wantsResults: wantsResults)
      state.note(connection.transactionStatus)
      note(batch: statements, nil)
      if let watch { watch.end(answers) }
      return answers
    } catch {
      watch?.end(error)
      state.note(error, connection.transactionStatus)
      note(batch: statements, error.outcome)
      throw error
    }
  }
}
