import DequeModule

/// A pooled connection of a driver that suspends, such as one over HTTP: an actor on the cooperative pool.
///
/// An actor lets other calls in while one waits; a lock of its own keeps statements apart.
actor AsynchronousPooledConnection<Connection: DriverConnection>: PooledConnection {
  nonisolated let context: SQLGenerationContext
  nonisolated let gate: InterruptGate
  nonisolated var preferredExecutor: (any TaskExecutor)? { nil }
  nonisolated var needsRecovery: Bool { true }
  let connection: Connection
  var failure: DatabaseError?
  private var depth = 0
  private var isBusy = false
  private var waiters: Deque<CheckedContinuation<Void, Never>> = []
  private var cursors: [SQLCursorID: Cursor] = [:]
  private var lastCursor: UInt64 = 0
  private static var batchRows: Int { 256 }

  private struct Cursor {
    var statement: Connection.Statement
    var batch: SQLRowBatch
    var isDone = false
  }

  init(connection: sending Connection, policy: FeaturePolicy) {
    self.context = SQLGenerationContext(capabilities: connection.capabilities, policy: policy)
    self.gate = InterruptGate(handle: connection.interruptHandle)
    self.connection = connection
  }

  var isUsable: Bool { failure == nil && connection.transactionStatus != .unknown }

  func perform<R: Sendable>(_ body: @Sendable (SQLSession) throws -> R) async throws -> R {
    throw DatabaseError(
      .unsupportedFeature,
      "this driver cannot be used without suspending; give read or write a body that awaits its calls")
  }

  // MARK: - One call at a time

  private func lock() async {
    if isBusy {
      await withCheckedContinuation { waiters.append($0) }
    } else {
      isBusy = true
    }
  }

  private func unlock() {
    if let next = waiters.popFirst() { next.resume() } else { isBusy = false }
  }

  // MARK: - Statements

  private func requireUsable() throws(DatabaseError) {
    if let failure { throw failure }
    if connection.transactionStatus == .unknown {
      throw DatabaseError(.outcomeUnknown, "the connection was lost inside a transaction", outcome: .unknown)
    }
  }

  private func start(_ fragment: SQLFragment) async throws -> Connection.Statement? {
    try requireUsable()
    if let error = fragment.conversionError {
      throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: fragment.sql, underlying: error)
    }
    guard let prepared = try await connection.prepare(fragment.sql) else { return nil }
    let statement = prepared.statement
    do {
      let rest = String(decoding: Array(fragment.sql.utf8.dropFirst(prepared.byteCount)), as: UTF8.self)
      guard SQLScript(rest).first(where: { _ in true }) == nil else {
        throw DatabaseError(
          .multipleStatements, "the text holds more than one statement; run it as a script", sql: fragment.sql)
      }
      let wanted = statement.parameterNames.count
      guard wanted == fragment.values.count else {
        throw DatabaseError(
          fragment.values.count < wanted ? .missingParameter : .extraParameter,
          "the statement has \(wanted) parameters and got \(fragment.values.count) values", sql: fragment.sql)
      }
      try statement.start(fragment.values)
    } catch {
      statement.finalize()
      throw error
    }
    return statement
  }

  private func runAll(
    _ fragment: SQLFragment, limit: Int = 256, _ body: (SQLRowBatch) throws -> Bool
  ) async throws -> StatementResult {
    let none = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
    guard let statement = try await start(fragment) else { return none }
    defer {
      statement.reset()
      statement.finalize()
    }
    let batch = SQLRowBatch()
    while true {
      batch.columns = statement.columns
      batch.removeAllRows(columnCount: batch.columns.count)
      let result = try await statement.step(into: batch, limit: limit)
      if batch.rowCount > 0, try !body(batch) { return none }
      if case .done(let result) = result { return result }
    }
  }

  private func cancellable<R: Sendable>(
    _ body: @Sendable (isolated AsynchronousPooledConnection<Connection>) async throws -> R
  ) async throws -> R {
    let operation = gate.makeOperation()
    await lock()
    defer { unlock() }
    return try await withTaskCancellationHandler {
      try Task.checkCancellation()
      gate.enter(operation)
      defer { gate.leave() }
      do {
        return try await body(self)
      } catch let error as DatabaseError where error.code == .interrupted && Task.isCancelled {
        throw CancellationError()
      }
    } onCancel: {
      gate.cancel(operation)
    }
  }

  // MARK: - Verbs

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

  private func lead<Machine: SQLCommandMachine>(_ machine: inout Machine) async throws -> Machine.Output {
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
    try await cancellable { me in
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

  func requireIdle(after fragment: SQLFragment) async throws {
    guard connection.transactionStatus == .active else { return }
    await recover()
    throw DatabaseError(
      .transactionState, "a transaction cannot be begun by a statement of its own; use write", sql: fragment.sql)
  }

  // MARK: - Transactions

  func begin(_ kind: TransactionKind) async throws -> TransactionLevel {
    guard context.capabilities.transactions == .interactive else {
      throw DatabaseError(
        .unsupportedFeature, "this driver cannot hold a transaction open; use batch, which it applies as a whole")
    }
    return try await cancellable { me in try await me.beginLevel(kind) }
  }

  private func beginLevel(_ kind: TransactionKind) async throws -> TransactionLevel {
    let isNested = connection.transactionStatus == .active
    _ = try await runAll(SQLFragment(raw: isNested ? "SAVEPOINT \"quarry_\(depth + 1)\"" : kind.beginSQL)) { _ in true }
    depth += 1
    return isNested ? .savepoint(depth) : .transaction
  }

  func end(_ level: TransactionLevel, commit: Bool) async throws {
    await lock()
    defer { unlock() }
    try await endLevel(level, commit: commit)
  }

  private func endLevel(_ level: TransactionLevel, commit: Bool) async throws {
    depth = max(depth - 1, 0)
    guard commit else { return await undo(level) }
    do {
      try requireUsable()
      guard connection.transactionStatus == .active else {
        throw DatabaseError(.transactionState, "the transaction ended inside its body")
      }
      switch level {
      case .transaction: _ = try await runAll("COMMIT") { _ in true }
      case .savepoint(let number): _ = try await runAll(SQLFragment(raw: "RELEASE \"quarry_\(number)\"")) { _ in true }
      }
    } catch {
      await undo(level)
      throw error
    }
  }

  private func undo(_ level: TransactionLevel) async {
    guard connection.transactionStatus == .active else { return }
    switch level {
    case .transaction: await rollBack()
    case .savepoint(let number):
      _ = try? await runAll(SQLFragment(raw: "ROLLBACK TO \"quarry_\(number)\"")) { _ in true }
      _ = try? await runAll(SQLFragment(raw: "RELEASE \"quarry_\(number)\"")) { _ in true }
    }
  }

  private func rollBack() async {
    do {
      _ = try await runAll("ROLLBACK") { _ in true }
    } catch {
      guard connection.transactionStatus != .idle else { return }
      failure = DatabaseError(
        .transactionState, "the connection was given up because a transaction could not be rolled back",
        underlying: error)
    }
  }

  func recover() async {
    closeCursors()
    depth = 0
    if failure == nil, connection.transactionStatus == .active { await rollBack() }
  }

  // MARK: - Cursors

  func openCursor<Query: SQLFetchable>(_ query: Query) async throws -> SQLCursorID {
    let fragment = try query.statement(for: context)
    await lock()
    defer { unlock() }
    lastCursor &+= 1
    let id = SQLCursorID(number: lastCursor)
    if let statement = try await start(fragment) {
      cursors[id] = Cursor(statement: statement, batch: SQLRowBatch())
    }
    return id
  }

  func nextRows<Query: SQLFetchable>(of id: SQLCursorID, _ query: Query) async throws -> [Query.Row] {
    try await cancellable { me in
      guard let cursor = me.cursors[id], !cursor.isDone else { return [] }
      do {
        cursor.batch.columns = cursor.statement.columns
        cursor.batch.removeAllRows(columnCount: cursor.batch.columns.count)
        if case .done = try await cursor.statement.step(into: cursor.batch, limit: Self.batchRows) {
          me.cursors[id]?.isDone = true
        }
        var rows: [Query.Row] = []
        try query.decodeRows(cursor.batch, into: &rows)
        return rows
      } catch {
        me.closeCursor(id)
        throw error
      }
    }
  }

  func closeCursor(_ id: SQLCursorID) {
    guard let cursor = cursors.removeValue(forKey: id) else { return }
    cursor.statement.reset()
    cursor.statement.finalize()
  }

  private func closeCursors() {
    for id in cursors.keys { closeCursor(id) }
  }

  func close() async {
    await recover()
    guard failure?.code != .connectionClosed else { return }
    failure = ConnectionPool.closedError
    await connection.close()
  }
}
