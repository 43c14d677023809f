extension SQLSession {
  /// Returns a cached or newly prepared statement; `nil` if the text has no statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.multipleStatements` if there is text after the first statement.
  @inline(__always) func statement(for sql: String) throws(DatabaseError) -> SessionStatement? {
    if let statement = cache.idleStatement(for: sql) {
      if unlikely(monitor != nil) { monitor?.notePrepared(isCached: true) }
      return statement
    }
    return try newStatement(for: sql)
  }

  @inline(never) private func newStatement(for sql: String) throws(DatabaseError) -> SessionStatement? {
    monitor?.notePrepared(isCached: false)
    guard let statement = try uncachedStatement(for: sql) else { return nil }
    if statement.isReusable {
      for evicted in cache.insert(statement) where evicted !== statement { evicted.finalize() }
    }
    return statement
  }

  /// Prepares a statement that isn't cached; returns `nil` if the text has no statement.
  func uncachedStatement(for sql: String) throws(DatabaseError) -> SessionStatement? {
    guard let prepared = try noting({ () throws(DatabaseError) in try connection.prepare(sql) }) else { return nil }
    do throws(DatabaseError) {
      try SessionState.requireSingle(sql, prepared: prepared.byteCount)
    } catch {
      prepared.statement.finalize()
      throw error
    }
    return prepared.statement
  }

  /// Ends an execution, and caches or frees the statement.
  @usableFromInline func end(_ statement: SessionStatement) {
    reset(statement)
    statement.isBusy = false
    if let watch = statement.watch {
      statement.watch = nil
      watch.end()
    }
    if !cache.contains(statement) { statement.finalize() }
  }

  /// Starts a statement with its values.
  ///
  /// - Returns: The running statement. Pass it to ``end(_:)``.
  @usableFromInline func begin(_ fragment: SQLFragment) throws(DatabaseError) -> SessionStatement {
    guard let watch = monitor?.begin(fragment.sql) else { return try beginUnwatched(fragment) }
    do throws(DatabaseError) {
      let statement = try beginUnwatched(fragment)
      statement.watch = watch
      return statement
    } catch {
      watch.end(error)
      throw error
    }
  }

  private func beginUnwatched(_ fragment: SQLFragment) throws(DatabaseError) -> SessionStatement {
    // Found first: the state would be copied for the time of the call.
    let status = connection.transactionStatus
    try state.require(fragment, context, status, connection.failure)
    guard let statement = try statement(for: fragment.sql) else { throw .emptyStatement(fragment.sql) }
    do throws(DatabaseError) {
      switch fragment.parameters {
      case .bound(let values): try start(statement, values)
      case .single(let value): try start(statement, value)
      case .listed(let values): try start(statement, values)
      case .failed: try start(statement, fragment.values)
      }
    } catch {
      end(statement)
      throw error
    }
    statement.isBusy = true
    return statement
  }

  /// Starts a statement with values that depend on its description.
  ///
  /// - Returns: The running statement. Pass it to ``end(_:)``.
  func begin(_ sql: String, _ values: (StatementDescription) throws -> [SQLValue]) throws -> SessionStatement {
    let watch = monitor?.begin(sql)
    do {
      let statement = try beginUnwatched(sql, values)
      statement.watch = watch
      return statement
    } catch {
      watch?.end(error)
      throw error
    }
  }

  private func beginUnwatched(
    _ sql: String, _ values: (StatementDescription) throws -> [SQLValue]
  ) throws -> SessionStatement {
    try state.require(SQLFragment(raw: sql), context, connection.transactionStatus, connection.failure)
    guard let statement = try statement(for: sql) else { throw DatabaseError.emptyStatement(sql) }
    do {
      let values = try values(StatementDescription(statement))
      try context.capabilities.requireCarriable(values, sql: sql)
      try start(statement, values)
    } catch {
      end(statement)
      throw error
    }
    statement.isBusy = true
    return statement
  }

  /// Starts a prepared statement with values that the connection can transfer, unless the task was canceled.
  ///
  /// The task is checked after the start: an earlier interrupt has no effect by then, and a later one ends the
  /// statement.
  func start(_ statement: SessionStatement, _ values: [SQLValue]) throws(DatabaseError) {
    try requireStartable(statement, values.count)
    try statement.start(values)
    try requireNotCancelled(statement)
  }

  /// Starts a prepared statement with one value.
  private func start(_ statement: SessionStatement, _ value: SQLValue) throws(DatabaseError) {
    try requireStartable(statement, 1)
    try statement.start(value)
    try requireNotCancelled(statement)
  }

  /// Starts a prepared statement with values in the layout of rows.
  func start(_ statement: SessionStatement, _ values: BoundValues) throws(DatabaseError) {
    try requireStartable(statement, values.count)
    try statement.start(values)
    try requireNotCancelled(statement)
  }

  /// Throws if a statement can't start with a number of values.
  @inline(__always) private func requireStartable(_ statement: SessionStatement, _ count: Int) throws(DatabaseError) {
    if unlikely(context.checksShapes) {
      try context.capabilities.requireWithinLimits(
        parameters: statement.parameterCount, columns: statement.columns, sql: statement.sql)
    }
    if unlikely(count != statement.parameterCount || state.isReadOnly && !statement.isReadOnly) {
      try requireAllowed(statement, count)
    }
  }

  @inline(never) private func requireAllowed(_ statement: SessionStatement, _ count: Int) throws(DatabaseError) {
    if count != statement.parameterCount { try noting { () throws(DatabaseError) in try statement.verify() } }
    try state.require(
      count, of: statement.parameterCount, isReadOnlyStatement: statement.isReadOnly, statement.sql)
  }

  /// Tells whether the call, or else the task, was canceled.
  private var cancellation: CancellationCheck { checksCancellation ? CancellationCheck(of: call) : .never }

  /// Ends a started statement if its call was canceled.
  func requireNotCancelled(_ statement: SessionStatement) throws(DatabaseError) {
    guard cancellation.isCancelled else { return }
    statement.reset()
    throw DatabaseError.cancelled(before: statement.sql)
  }

  /// Steps a running statement once into an empty batch.
  @usableFromInline func step(
    _ statement: SessionStatement, into batch: SQLRowBatch, limit: Int
  ) throws(DatabaseError) -> StepResult {
    batch.columns = statement.columns
    batch.removeAllRows(columnCount: batch.columns.count)
    statement.hasStepped = true
    statement.failure = nil
    if statement.changesSettings { connection.knownNonblocking = nil }
    do throws(DatabaseError) {
      let result = try statement.step(into: batch, limit: limit)
      // The first step prepares the statement again if the schema has changed, perhaps with other columns.
      batch.columns = statement.columns
      try batch.requireFlawless(statement.sql)
      statement.watch?.take(rows: batch.rowCount)
      state.note(connection.transactionStatus)
      return result
    } catch {
      let status = connection.transactionStatus
      statement.watch?.take(error)
      statement.failure = error.outcome
      state.note(error, status)
      throw error.noting(status)
    }
  }

  /// Calls the driver, and records the state of the transaction if the call fails.
  func noting<R>(_ call: () throws(DatabaseError) -> R) throws(DatabaseError) -> R {
    do throws(DatabaseError) {
      return try call()
    } catch {
      state.note(error, connection.transactionStatus)
      throw error
    }
  }

  /// Runs a statement to its end, and passes its rows to a body batch by batch.
  ///
  /// - Parameter body: Takes a batch. Returns `false` to stop early.
  @usableFromInline func run(
    _ fragment: SQLFragment, limit: Int = SQLSession.batchRows, _ body: (SQLRowBatch) throws -> Bool
  ) throws -> StatementResult {
    let batch = takeBatch()
    var run = StatementRun()
    var statement: SessionStatement?
    defer {
      if let statement { end(statement) }
      giveBack(batch)
    }
    if isUnwatched {
      do throws(DatabaseError) {
        run.take(try start(fragment, into: batch, limit: limit, endsAtLimit: false, goesOn: &statement))
      } catch {
        try run.take(error, rowsBefore: batch.rowCount)
      }
      if batch.rowCount > 0, try !body(batch) { return try run.leave() }
    } else {
      statement = try begin(fragment)
    }
    while let statement, try run.goesOn() {
      do throws(DatabaseError) {
        run.take(try step(statement, into: batch, limit: limit))
      } catch {
        try run.take(error, rowsBefore: batch.rowCount)
      }
      if batch.rowCount > 0, try !body(batch) { return try run.leave() }
    }
    return try run.end()
  }

  /// Runs a statement until it has a row.
  ///
  /// - Returns: Whether there is one. The rows after it aren't read.
  /// - Throws: The error of a step, also of one after the row.
  @usableFromInline func runToRow(_ fragment: SQLFragment, into batch: SQLRowBatch) throws(DatabaseError) -> Bool {
    var running: SessionStatement?
    defer { if let running { end(running) } }
    var result: StepResult
    if isUnwatched {
      result = try start(fragment, into: batch, limit: 1, endsAtLimit: true, goesOn: &running)
    } else {
      let statement = try begin(fragment)
      running = statement
      result = try step(statement, into: batch, limit: 1)
    }
    while batch.rowCount == 0, case .more = result, let running {
      result = try step(running, into: batch, limit: 1)
    }
    return batch.rowCount > 0
  }

  /// Whether nobody looks at a statement between its start and its end.
  private var isUnwatched: Bool {
    monitor == nil && !(tracksEffects && state.changes?.isNeeded == true)
  }

  /// Starts a statement, steps it once and, unless it goes on, ends it, with one call of the driver.
  ///
  /// - Parameter running: Becomes the running statement if more rows are wanted. Pass it to ``end(_:)``.
  @inline(__always) private func start(
    _ fragment: SQLFragment, into batch: SQLRowBatch, limit: Int, endsAtLimit: Bool,
    goesOn running: inout SessionStatement?
  ) throws(DatabaseError) -> StepResult {
    let statement = try startable(fragment, batch)
    statement.isBusy = true
    if unlikely(statement.changesSettings) { connection.knownNonblocking = nil }
    statement.hasStepped = state.followsStatements
    statement.failure = nil
    do throws(DatabaseError) {
      let result = try statement.run(
        fragment, into: batch, limit: limit, endsAtLimit: endsAtLimit, cancellation: cancellation)
      try batch.requireFlawless(statement.sql)
      if statement.controlsTransactions { state.note(connection.transactionStatus) }
      if case .more = result, !endsAtLimit || batch.rowCount == 0 {
        running = statement
      } else {
        ended(statement, nil)
      }
      return result
    } catch {
      throw failed(statement, error)
    }
  }

  /// Takes back a statement whose execution has failed.
  @inline(never) private func failed(_ statement: SessionStatement, _ error: DatabaseError) -> DatabaseError {
    let status = connection.transactionStatus
    state.note(error, status)
    // It still runs if the driver has filled the batch with what is no row.
    statement.reset()
    ended(statement, error.outcome)
    return error.noting(status)
  }

  /// Returns the statement of a fragment, if it can start. Otherwise, empties the batch.
  // Apart from its caller: a constant that is set in a `do` is retained for the time of each call with it.
  @inline(__always) private func startable(
    _ fragment: SQLFragment, _ batch: SQLRowBatch
  ) throws(DatabaseError) -> SessionStatement {
    do throws(DatabaseError) {
      return try startable(fragment)
    } catch {
      // Who is told of an error is also given the rows before it, which must not be those of another statement.
      batch.removeAllRows(columnCount: 0)
      throw error
    }
  }

  @inline(__always) private func startable(_ fragment: SQLFragment) throws(DatabaseError) -> SessionStatement {
    let before = connection.transactionStatus
    // Field by field what `SessionState.require` looks at: for a call of its own, the whole state would be copied.
    if unlikely(
      before == .unknown || state.heldFailure != nil || before == .idle && state.depth > 0 || context.checksValues
        || fragment.hasFailed)
    {
      try requireAllowed(fragment, before)
    }
    guard let statement = try statement(for: fragment.sql) else { throw .emptyStatement(fragment.sql) }
    do throws(DatabaseError) {
      try requireStartable(statement, fragment.valueCount)
    } catch {
      end(statement)
      throw error
    }
    return statement
  }

  @inline(never) private func requireAllowed(
    _ fragment: SQLFragment, _ status: TransactionStatus
  ) throws(DatabaseError) {
    try state.require(fragment, context, status, connection.failure)
  }

  /// Takes back a statement whose execution the driver has ended.
  @inline(__always) private func ended(_ statement: SessionStatement, _ failure: DatabaseError.Outcome?) {
    statement.isBusy = false
    if unlikely(statement.hasStepped) {
      statement.hasStepped = false
      noteEnd(of: statement, effects: nil, failure)
    }
    if unlikely(!cache.contains(statement)) { statement.finalize() }
  }

  /// Runs a statement to its end and ignores its rows.
  @usableFromInline func runWithoutRows(_ fragment: SQLFragment) throws(DatabaseError) -> StatementResult {
    do {
      return try run(fragment) { _ in true }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.engineInternal, "a statement failed in an unexpected way", underlying: error)
    }
  }
}
