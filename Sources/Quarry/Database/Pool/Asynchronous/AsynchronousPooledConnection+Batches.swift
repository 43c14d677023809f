/// What stands for transactions where the driver can hold none open: whole batches.
extension AsynchronousPooledConnection {
  func executeBatch(_ statements: [SQLFragment]) async throws {
    try await cancellable { me in _ = try await me.batch(statements, wantsResults: false) }
  }

  /// Runs a command of several statements as one batch, where none of them depends on what another one found.
  func runAsBatch<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    var collected = try command.machine(for: context)
    guard let statements = try collected.independentStatements() else {
      throw DatabaseError.dependentStatements
    }
    return try await runAsBatch(command, statements)
  }

  /// The statements of a command that may go to the driver as one atomic batch, in one round trip: none of them depends
  /// on what another one found, they are few enough, and they fit into a message of ordinary size.
  func oneRoundTrip<Command: SQLCommand>(_ command: Command) throws -> [SQLFragment]? {
    let capabilities = context.capabilities
    guard capabilities.atomicBatches else { return nil }
    var machine = try command.machine(for: context)
    guard let statements = try machine.independentStatements(),
      statements.count <= capabilities.limits.batchStatements, statements.reduce(0, { $0 + $1.byteCount }) <= 4 << 20
    else { return nil }
    return statements
  }

  func runAsBatch<Command: SQLCommand>(
    _ command: Command, _ statements: [SQLFragment]
  ) async throws -> Command.Output {
    try requireOwnTransaction()
    if isReadOnly { throw DatabaseError(.readOnly, "a read body cannot write; use write") }
    let answers = try await batch(statements, wantsResults: true)
    var machine = try command.machine(for: context)
    for answer in answers {
      guard try machine.next() != nil else { break }
      if let rows = answer.rows {
        rows.columns = answer.columns
        var current = machine
        try rows.forEachRow { row in try current.receive(&row) }
        machine = current
      }
      try machine.finish(answer.result ?? StatementResult(affectedRows: 0, lastInsertedRowID: 0))
    }
    return try machine.output()
  }

  /// Runs the statements of a script as one batch.
  func executeScriptAsBatch(_ sql: String) async throws -> StatementResult {
    let parts = Array(SQLScript(sql))
    guard !parts.isEmpty else { return StatementResult(affectedRows: 0, lastInsertedRowID: 0) }
    return try await cancellable { me in
      do {
        let answers = try await me.batch(parts.map { SQLFragment(raw: $0.sql) }, wantsResults: false)
        return answers.last?.result ?? StatementResult(affectedRows: 0, lastInsertedRowID: 0)
      } catch var error as DatabaseError {
        guard let index = error.statementIndex, parts.indices.contains(index) else { throw error }
        error.offset = (error.offset ?? 0) + parts[index].offset
        throw error
      }
    }
  }

  private func batch(_ statements: [SQLFragment], wantsResults: Bool) async throws -> [BatchedAnswer] {
    try requireUsable()
    let capabilities = context.capabilities
    guard statements.count <= capabilities.limits.batchStatements else {
      throw DatabaseError(
        .unsupportedFeature,
        "these are \(statements.count) statements, and this driver applies at most "
          + "\(capabilities.limits.batchStatements) together", missing: .longBatches)
    }
    for (index, statement) in statements.enumerated() {
      do throws(DatabaseError) {
        if let error = statement.conversionError {
          throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: statement.sql, underlying: error)
        }
        try capabilities.requireCarriable(statement.values, sql: statement.sql)
      } catch {
        var error = error
        error.statementIndex = index
        throw error
      }
    }
    return try await connection.executeBatch(statements, wantsResults: wantsResults)
  }
}

extension SQLFragment {
  /// How many bytes the statement with its values has, nearly.
  fileprivate var byteCount: Int {
    values.reduce(sql.utf8.count) { sum, value in
      switch value {
      case .text(let text): sum + text.utf8.count
      case .blob(let blob): sum + blob.count
      case .null, .integer, .real: sum + 8
      }
    }
  }
}

extension DatabaseError {
  /// The refusal of a command whose statements need a transaction that is held open.
  static var dependentStatements: DatabaseError {
    DatabaseError(
      .unsupportedFeature,
      "the command needs several statements on this engine, of which some depend on what others found; its driver "
        + "cannot hold a transaction open for them", missing: .interactiveTransactions)
  }
}
