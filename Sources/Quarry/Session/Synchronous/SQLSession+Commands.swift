extension SQLSession {
  /// Runs a command: an insert, update, delete, upsert or a change of the schema.
  ///
  /// A command that needs several statements on this engine runs them in a savepoint, all of them or none.
  ///
  /// - Parameter command: The command.
  /// - Returns: The output of the command.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` or `.unsupportedFeature` if the command can't be rendered,
  ///   or with the engine's code, such as that of a constraint.
  @discardableResult
  @inlinable public func run<Command: SQLCommand>(_ command: Command) throws -> Command.Output {
    // A record's own code runs here, and may use the session.
    var buffer = takeValues()
    defer { giveBack(buffer) }
    if let single = try command.singleStatement(for: context, reusing: &buffer) {
      return single.output(try runWithoutRows(single.statement))
    }
    var machine = try command.machine(for: context)
    return try runToEnd(&machine)
  }

  /// Runs a machine from its beginning.
  @usableFromInline func runToEnd<Machine: SQLCommandMachine>(_ machine: inout Machine) throws -> Machine.Output {
    switch try CommandPlan(&machine, context, batches: connection.batches, state, connection.transactionStatus) {
    case .alone: return try run(machine: &machine, isGroup: false)
    case .group: return try savepoint { try run(machine: &machine, isGroup: true) }
    case .batch(let statements):
      let answers: [BatchedAnswer]
      do throws(DatabaseError) {
        answers = try runBatch(statements, wantsResults: true)
      } catch {
        throw error.ofCommand(connection.transactionStatus)
      }
      return try machine.lead(through: answers)
    }
  }

  /// Applies statements together, in one call of the driver.
  func runBatch(_ statements: [SQLFragment], wantsResults: Bool) throws(DatabaseError) -> [BatchedAnswer] {
    try state.require(batch: statements, context.capabilities, connection.transactionStatus, connection.failure)
    let watch = statements.first.flatMap { monitor?.begin($0.sql, count: statements.count) }
    do throws(DatabaseError) {
      let answers = try noting { () throws(DatabaseError) in
        try connection.executeBatch(statements, wantsResults: wantsResults)
      }
      state.note(connection.transactionStatus)
      note(batch: statements, nil)
      watch?.end(answers)
      return answers
    } catch {
      note(batch: statements, error.outcome)
      watch?.end(error)
      throw error
    }
  }

  private func note(batch statements: [SQLFragment], _ failure: DatabaseError.Outcome?) {
    guard state.changes?.isNeeded == true else { return }
    state.changes?.note(batch: statements, failure: failure, connection.transactionStatus)
  }

  private func run<Machine: SQLCommandMachine>(machine: inout Machine, isGroup: Bool) throws -> Machine.Output {
    var index = 0
    while let fragment = try machine.next() {
      let result: StatementResult
      do {
        result = try withMachine(&machine) { machine in
          try run(fragment) { batch in
            try batch.forEachRow { row in try machine.receive(&row) }
            return true
          }
        }
      } catch let error as DatabaseError where isGroup {
        throw error.ofCommand(connection.transactionStatus, statement: index)
      }
      try machine.finish(result)
      index += 1
    }
    return try machine.output()
  }

  private func withMachine<Machine, R>(_ machine: inout Machine, _ body: (inout Machine) throws -> R) rethrows -> R {
    try body(&machine)
  }

  /// Runs one statement of SQL text and ignores its rows.
  ///
  /// ```swift
  /// try session.execute("UPDATE t SET n = \(n) WHERE id = \(id)")
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` or `.multipleStatements` if the text isn't one statement,
  ///   or with the engine's code if the statement fails.
  @discardableResult
  public func execute(_ fragment: SQLFragment) throws -> StatementResult {
    let before = connection.transactionStatus
    let result = try runWithoutRows(fragment)
    try state.requireKept(before, connection.transactionStatus, by: fragment)
    return result
  }

  /// Runs every statement of a script in order.
  ///
  /// Inside a transaction or savepoint, the script is applied completely or not at all. Outside, statements before a
  /// failing one stay applied.
  ///
  /// - Returns: The result of the last statement.
  /// - Throws: ``DatabaseError`` with the index of the failing statement and the offset in the script.
  @discardableResult
  public func executeScript(_ sql: String) throws -> StatementResult {
    state.depth > 0 ? try savepoint { try runScript(sql) } : try runScript(sql)
  }

  func runScript(_ sql: String) throws -> StatementResult {
    var last = StatementResult.none
    for part in SQLScript(sql) {
      do {
        try state.require(
          SQLFragment(raw: part.sql), context, connection.transactionStatus, connection.failure)
        let prepared = try noting { () throws(DatabaseError) in try connection.prepare(part.sql) }
        if let prepared { last = try runPrepared(prepared.statement) }
      } catch let error as DatabaseError {
        throw error.located(in: part)
      }
    }
    return last
  }

  /// Runs a statement of a script, without caching it.
  private func runPrepared(_ statement: SessionStatement) throws -> StatementResult {
    let batch = takeBatch()
    statement.watch = monitor?.begin(statement.sql)
    defer {
      statement.watch?.end()
      reset(statement)
      statement.finalize()
      giveBack(batch)
    }
    try start(statement, [])
    while true {
      if case .done(let result) = try step(statement, into: batch, limit: Self.batchRows) { return result }
    }
  }
}

extension SQLRowBatch {
  /// Calls a body with a decoder for each row.
  func forEachRow(_ body: (inout SQLRowDecoder) throws -> Void) throws {
    for index in 0..<rowCount {
      var decoder = SQLRowDecoder(cells: cells + index * columnCount, bytes: bytes, count: columnCount)
      try body(&decoder)
    }
  }
}
