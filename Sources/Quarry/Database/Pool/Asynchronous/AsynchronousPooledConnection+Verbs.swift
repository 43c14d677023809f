extension AsynchronousPooledConnection {
  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try await cancellable { me in
      var rows: [Query.Row] = []
      _ = try await me.runAll(try query.statement(for: me.context)) { batch in
        try query.decodeRows(batch, into: &rows)
        return true
      }
      return rows
    }
  }

  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try await cancellable { me in
      var rows: [Query.Row] = []
      _ = try await me.runAll(try query.firstRowStatement(for: me.context), limit: 1) { batch in
        try query.decodeRows(batch, into: &rows)
        return false
      }
      return rows.first
    }
  }

  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    try await cancellable { me in
      var count: Int64 = 0
      _ = try await me.runAll(try query.countStatement(for: me.context), limit: 1) { batch in
        count = batch.cell(row: 0, column: 0).integerIfPresent ?? 0
        return false
      }
      return Int(count)
    }
  }

  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    try await cancellable { me in
      var machine = try command.machine(for: me.context)
      guard machine.isAtomicGroup else { return try await me.lead(&machine) }
      if me.context.capabilities.transactions == .batchOnly { return try await me.runAsBatch(command) }
      if let statements = try me.oneRoundTrip(command) { return try await me.runAsBatch(command, statements) }
      let level = try await me.beginLevel(.immediate)
      do {
        let output = try await me.lead(&machine)
        try await me.endLevel(level, commit: true)
        return output
      } catch {
        try? await me.endLevel(level, commit: false)
        throw error
      }
    }
  }

  func lead<Machine: SQLCommandMachine>(_ machine: inout Machine) async throws -> Machine.Output {
    while let fragment = try machine.next() {
      var current = machine
      let result = try await runAll(fragment) { batch in
        try batch.forEachRow { row in try current.receive(&row) }
        return true
      }
      machine = current
      try machine.finish(result)
    }
    return try machine.output()
  }

  func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    try await cancellable { me in try await me.runAll(fragment) { _ in true } }
  }

  func executeScript(_ sql: String) async throws -> StatementResult {
    guard context.capabilities.transactions == .interactive else {
      return try await executeScriptAsBatch(sql)
    }
    return try await cancellable { me in
      var last = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
      for part in SQLScript(sql) {
        do {
          last = try await me.runAll(SQLFragment(raw: part.sql)) { _ in true }
        } catch var error as DatabaseError {
          error.statementIndex = part.index
          error.offset = (error.offset ?? 0) + part.offset
          throw error
        }
      }
      return last
    }
  }

  func requireIdle(after fragment: SQLFragment?) async throws {
    guard connection.transactionStatus == .active else { return }
    await recover()
    throw DatabaseError.transactionLeftOpen(by: fragment)
  }
}
