extension AsynchronousPooledConnection {
  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try await cancellable { me in
      var rows: [Query.Row] = []
      _ = try await me.run(try query.statement(for: me.context)) { batch in
        try query.decodeRows(batch, into: &rows)
        return true
      }
      return rows
    }
  }

  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try await cancellable { me in
      var rows: [Query.Row] = []
      _ = try await me.run(try query.firstRowStatement(for: me.context), limit: 1) { batch in
        try query.decodeRows(batch, into: &rows)
        return false
      }
      return rows.first
    }
  }

  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    try await cancellable { me in
      var count: Int64 = 0
      _ = try await me.run(try query.countStatement(for: me.context), limit: 1) { batch in
        count = batch.cell(row: 0, column: 0).integerIfPresent ?? 0
        return false
      }
      return Int(count)
    }
  }

  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    try await cancellable { me in
      var machine = try command.machine(for: me.context)
      switch try CommandPlan(&machine, me.context, batches: true, me.state, me.connection.transactionStatus) {
      case .alone: return try await me.lead(&machine, isGroup: false)
      case .batch(let statements):
        let answers: [BatchedAnswer]
        do throws(DatabaseError) {
          answers = try await me.runBatch(statements, wantsResults: true)
        } catch {
          throw error.ofCommand(me.connection.transactionStatus)
        }
        return try machine.lead(through: answers)
      case .group:
        let level = try await me.beginLevel(.immediate)
        do {
          let output = try await me.lead(&machine, isGroup: true)
          try await me.endLevel(level, commits: true)
          return output
        } catch {
          try? await me.endLevel(level, commits: false)
          throw error
        }
      }
    }
  }

  private func lead<Machine: SQLCommandMachine>(
    _ machine: inout Machine, isGroup: Bool
  ) async throws -> Machine.Output {
    var index = 0
    while let fragment = try machine.next() {
      var current = machine
      let result: StatementResult
      do {
        result = try await run(fragment) { batch in
          try batch.forEachRow { row in try current.receive(&row) }
          return true
        }
      } catch let error as DatabaseError where isGroup {
        throw error.ofCommand(connection.transactionStatus, statement: index)
      }
      machine = current
      try machine.finish(result)
      index += 1
    }
    return try machine.output()
  }

  func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    try await cancellable { me in
      let before = me.connection.transactionStatus
      let result = try await me.run(fragment) { _ in true }
      try me.state.requireKept(before, me.connection.transactionStatus, by: fragment)
      return result
    }
  }

  func executeScript(_ sql: String) async throws -> StatementResult {
    guard context.capabilities.transactions == .interactive else { return try await executeScriptAsBatch(sql) }
    return try await cancellable { me in
      var last = StatementResult.none
      for part in SQLScript(sql) {
        do {
          last = try await me.run(SQLFragment(raw: part.sql)) { _ in true }
        } catch let error as DatabaseError {
          throw error.located(in: part)
        }
      }
      return last
    }
  }

  func changeToken() async throws -> ChangeToken {
    try await cancellable { me in
      try me.state.requireUsable(me.connection.transactionStatus, me.connection.failure)
      return try await me.connection.changeToken()
    }
  }

  func changePosition() async throws -> UInt64 {
    try await cancellable { me in
      try me.state.requireUsable(me.connection.transactionStatus, me.connection.failure)
      return try await me.connection.changePosition()
    }
  }

  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    connection.watchChanges(changed)
  }

  func require(_ changes: RequiredChanges?) { connection.require(changes) }
}
