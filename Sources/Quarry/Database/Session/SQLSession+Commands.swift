extension SQLSession {
  /// Runs a command: an insert, update, delete, upsert or a change of the schema.
  ///
  /// A command that needs several statements on this engine runs them in a savepoint: all or nothing.
  @discardableResult
  public func run<Command: SQLCommand>(_ command: Command) throws -> Command.Output {
    var machine = try command.machine(for: context)
    if machine.isAtomicGroup { return try savepoint { try run(machine: &machine) } }
    return try run(machine: &machine)
  }

  private func run<Machine: SQLCommandMachine>(machine: inout Machine) throws -> Machine.Output {
    while let fragment = try machine.next() {
      let result = try withMachine(&machine) { machine in
        try run(fragment) { batch in
          try batch.forEachRow { row in try machine.receive(&row) }
          return true
        }
      }
      try machine.finish(result)
    }
    return try machine.output()
  }

  private func withMachine<Machine, R>(_ machine: inout Machine, _ body: (inout Machine) throws -> R) rethrows -> R {
    try body(&machine)
  }

  /// Runs one statement of SQL text and drops its rows.
  ///
  /// ```swift
  /// try session.execute("UPDATE t SET n = \(n) WHERE id = \(id)")
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with code `.multipleStatements` when the text holds more than one statement.
  @discardableResult
  public func execute(_ fragment: SQLFragment) throws -> StatementResult {
    let before = connection.transactionStatus
    let result = try runWithoutRows(fragment)
    if depth > 0 && before == .active && connection.transactionStatus == .idle {
      throw DatabaseError(
        .transactionState, "the statement ended the transaction that its body stands in", sql: fragment.sql,
        outcome: .applied)
    }
    return result
  }

  /// Runs every statement of a script in order.
  ///
  /// Statements before a failing one stay applied, unless the script runs in a transaction of the caller.
  ///
  /// - Returns: what the last statement did.
  /// - Throws: ``DatabaseError`` with the index of the failing statement and the offset in the script.
  @discardableResult
  public func executeScript(_ sql: String) throws -> StatementResult {
    var last = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
    for part in SQLScript(sql) {
      do {
        try requireUsable()
        try requireOwnTransaction()
        guard let prepared = try connection.prepare(part.sql) else { continue }
        last = try runPrepared(prepared.statement)
      } catch var error as DatabaseError {
        error.statementIndex = part.index
        error.offset = (error.offset ?? 0) + part.offset
        error.sql = part.sql
        throw error
      }
    }
    return last
  }

  private func runPrepared(_ statement: SessionStatement) throws -> StatementResult {
    let batch = takeBatch()
    defer {
      statement.reset()
      statement.finalize()
      giveBack(batch)
    }
    guard statement.parameterCount == 0 else {
      throw DatabaseError(.missingParameter, "a script takes no parameters", sql: statement.sql)
    }
    try requirePermission(for: statement)
    try statement.start([])
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
