/// The methods that ``Database`` and ``DatabaseTransaction`` share to run queries and commands.
///
/// On a ``Database``, each call takes effect by itself, and each change is committed when its call returns. Commands
/// that wait at the same time can share a commit; see ``DatabaseConfiguration/groupsWrites``. In the body of a
/// transaction, the calls belong to that transaction.
public protocol SQLExecutor: Sendable {
  /// Returns all rows of a query.
  ///
  /// - Parameter query: The query.
  /// - Throws:
  ///   - ``DatabaseError`` with code `.invalidQuery` or `.unsupportedFeature` if the query can't be rendered.
  ///   - ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row can't be read.
  ///   - ``DatabaseError`` with the engine's code if the statement fails.
  ///   - `CancellationError` if the task is canceled.
  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row]

  /// Returns the first row of a query, or `nil` if there is none.
  ///
  /// - Parameter query: The query.
  /// - Throws: As `fetchAll(_:)`.
  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row?

  /// Returns the number of rows of a query.
  ///
  /// - Parameter query: The query.
  /// - Throws: As `fetchAll(_:)`.
  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int

  /// Returns a sequence of a query's rows. The rows are read on demand, one batch at a time.
  ///
  /// - Parameter query: The query.
  func rows<Query: SQLFetchable>(_ query: Query) -> SQLRows<Query>

  /// Runs a command: an insert, update, delete or upsert, or a change of the schema.
  ///
  /// - Parameter command: The command.
  /// - Returns: The output of the command.
  /// - Throws:
  ///   - ``DatabaseError`` with code `.invalidQuery` or `.unsupportedFeature` if the command can't be rendered.
  ///   - ``DatabaseError`` with the engine's code if a statement fails, such as the code of a constraint.
  ///   - `CancellationError` if the task is canceled.
  @discardableResult
  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output

  /// Runs one statement of SQL text and ignores its rows. Interpolated values are bound, never inserted into the text.
  ///
  /// - Parameter fragment: The statement.
  /// - Returns: The number of changed rows and the last inserted rowid.
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` or `.multipleStatements` if the text isn't one statement,
  ///   and with the engine's code if the statement fails. `CancellationError` if the task is canceled.
  @discardableResult
  func execute(_ fragment: SQLFragment) async throws -> StatementResult

  /// Runs every statement of a script, all of them or none.
  ///
  /// - Parameter sql: The statements, separated by semicolons.
  /// - Returns: The result of the last statement.
  /// - Throws: ``DatabaseError`` with the index of the failing statement and its offset in the script.
  ///   `CancellationError` if the task is canceled.
  @discardableResult
  func executeScript(_ sql: String) async throws -> StatementResult

  /// Runs the entries of a batch, all of them or none, on one snapshot. If the driver supports batches, this takes one
  /// round trip.
  ///
  /// - Parameter batch: The entries.
  /// - Throws: ``DatabaseError`` with the number of the failing entry in `batchEntry`. `CancellationError` if the task
  ///   is canceled.
  func run(_ batch: DatabaseBatch) async throws -> BatchResults
}

extension DatabaseTransaction: SQLExecutor {
  /// Returns all rows of a query.
  ///
  /// - Throws: As `fetchAll(_:)`; code `.transactionState` if the transaction has ended.
  @inlinable public func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try await fetchAllRows(SpecializedQuery(query))
  }

  @usableFromInline func fetchAllRows<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try requireActive()
    return try await connection.fetchAll(query)
  }

  /// Returns the first row of a query, or `nil` if there is none.
  ///
  /// - Throws: As `fetchAll(_:)`; code `.transactionState` if the transaction has ended.
  @inlinable public func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try await fetchFirstRow(SpecializedQuery(query))
  }

  @usableFromInline func fetchFirstRow<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try requireActive()
    return try await connection.fetchOne(query)
  }

  /// Returns the number of rows of a query.
  ///
  /// - Throws: As `fetchAll(_:)`; code `.transactionState` if the transaction has ended.
  public func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    try requireActive()
    return try await connection.fetchCount(query)
  }

  /// Returns a sequence of a query's rows, which are read on demand.
  public func rows<Query: SQLFetchable>(_ query: Query) -> SQLRows<Query> {
    SQLRows(query: query, source: .transaction(self))
  }

  /// Runs a command.
  ///
  /// - Throws: As `SQLExecutor.run(_:)`; code `.transactionState` if the transaction has ended.
  @discardableResult
  public func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    try requireActive()
    return try await connection.run(command)
  }

  /// Runs one statement of SQL text and ignores its rows.
  ///
  /// - Throws: As `SQLExecutor.execute(_:)`; code `.transactionState` if the transaction has ended.
  @discardableResult
  public func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    try requireActive()
    return try await connection.execute(fragment)
  }

  /// Runs every statement of a script in a savepoint.
  ///
  /// - Throws: As `SQLExecutor.executeScript(_:)`; code `.transactionState` if the transaction has ended.
  @discardableResult
  public func executeScript(_ sql: String) async throws -> StatementResult {
    try requireActive()
    return try await savepoint { try await $0.connection.executeScript(sql) }
  }
}

extension Database: SQLExecutor {
  /// Returns all rows of a query, read on a reader.
  ///
  /// - Throws: As `fetchAll(_:)`; code `.connectionClosed` if the database is closed, and `.reentrantAccess` inside one
  ///   of its own bodies.
  @inlinable public func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    let statement = try ready { () throws(DatabaseError) in try query.statement(for: context) }
    var rows: [Query.Row] = []
    let attempt = try attempt(statement.sql, isReadOnly: query.isReadOnly) { session in
      rows = try session.fetchAll(query, as: statement)
    }
    if case .done = attempt { return rows }
    return try await finishAllRows(SpecializedQuery(query, statement, for: context), attempt, rows)
  }

  @usableFromInline func finishAllRows<Query: SQLFetchable>(
    _ query: SpecializedQuery<Query>, _ attempt: ReadAttempt, _ rows: [Query.Row]
  ) async throws -> [Query.Row] {
    try await finish(attempt, rows, isReadOnly: query.isReadOnly) { try await $0.fetchAll(query) }
  }

  /// Returns the first row of a query, or `nil` if there is none, read on a reader.
  ///
  /// - Throws: As `fetchAll(_:)`; code `.connectionClosed` if the database is closed, and `.reentrantAccess` inside one
  ///   of its own bodies.
  @inlinable public func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    let statement = try ready { () throws(DatabaseError) in try query.firstRowStatement(for: context) }
    var row: Query.Row?
    let attempt = try attempt(statement.sql, isReadOnly: query.isReadOnly) { session in
      row = try session.fetchOne(query, as: statement)
    }
    if case .done = attempt { return row }
    return try await finishFirstRow(SpecializedQuery(query, statement, for: context), attempt, row)
  }

  @usableFromInline func finishFirstRow<Query: SQLFetchable>(
    _ query: SpecializedQuery<Query>, _ attempt: ReadAttempt, _ row: Query.Row?
  ) async throws -> Query.Row? {
    try await finish(attempt, row, isReadOnly: query.isReadOnly) { try await $0.fetchOne(query) }
  }

  /// Returns the number of rows of a query, counted on a reader.
  ///
  /// - Throws: As `fetchAll(_:)`; code `.connectionClosed` if the database is closed, and `.reentrantAccess` inside one
  ///   of its own bodies.
  public func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    let statement = try ready { () throws(DatabaseError) in try query.countStatement(for: context) }
    var count = 0
    let attempt = try attempt(statement.sql, isReadOnly: true) { session in count = try session.count(statement) }
    if case .done = attempt { return count }
    let ready = SpecializedQuery(query, statement, for: context)
    return try await finish(attempt, count, isReadOnly: true) { try await $0.fetchCount(ready) }
  }

  /// Returns a sequence of a query's rows, which are read on demand. The loop holds a reader until it ends.
  public func rows<Query: SQLFetchable>(_ query: Query) -> SQLRows<Query> {
    SQLRows(query: query, source: .database(self))
  }

  /// Runs a command, which is committed when this method returns.
  ///
  /// It can share its transaction with other commands that wait; see ``DatabaseConfiguration/groupsWrites``.
  ///
  /// - Throws: As `SQLExecutor.run(_:)`; code `.connectionClosed` if the database is closed, and `.reentrantAccess`
  ///   inside one of its own bodies.
  @discardableResult
  @inlinable public func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    if runsSingleStatements {
      var values = takeValues()
      let single: SingleStatement<Command.Output>?
      do throws(DatabaseError) {
        single = try command.singleStatement(for: context, reusing: &values)
      } catch {
        throw failure(ofRendering: error)
      }
      defer { giveBack(values) }
      if let single, let result = try await run(single: single.statement) { return single.output(result) }
    }
    // The machine is made where the command's type is known, since it holds what each row needs.
    let machine = try ready { () throws(DatabaseError) in try command.machine(for: context) }
    return try await run(command, machine)
  }

  @usableFromInline func run<Command: SQLCommand>(
    _ command: Command, _ machine: Command.Machine
  ) async throws -> Command.Output {
    if let lease = try leaseOnCaller(.writer) { return try await run(command, machine, on: lease) }
    let command = ReadyCommand(command, machine, for: context)
    var work = WriterWork { try $0.run(command) }
    if configuration.groupsWrites, command.canGroup { work.inGroup = { try $0.runInGroup(command) } }
    return try await attemptingOnWriter(work) { try await $0.run(command) }
  }

  /// Runs one statement of SQL text on the writer and ignores its rows.
  ///
  /// - Throws: As `SQLExecutor.execute(_:)`; code `.connectionClosed` if the database is closed, and `.reentrantAccess`
  ///   inside one of its own bodies.
  @discardableResult
  public func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    let attempt = try attempt(fragment)
    if case .done(let result)? = attempt { return result }
    let there: (any PooledConnection) async throws -> StatementResult = { connection in
      let result = try await connection.execute(fragment)
      if connection.needsRecovery { try await connection.requireIdle(after: fragment) }
      return result
    }
    if case .unfinished(let call, let result)? = attempt { return try await call.finish(result, there) }
    let work = WriterWork { session in
      let result = try session.execute(fragment)
      try session.requireIdle(after: fragment)
      return result
    }
    return try await attemptingOnWriter(work) {
      try await there($0)
    }
  }

  /// Runs every statement of a script in one transaction.
  ///
  /// - Throws: As `SQLExecutor.executeScript(_:)`; code `.connectionClosed` if the database is closed, and
  ///   `.reentrantAccess` inside one of its own bodies.
  @discardableResult
  public func executeScript(_ sql: String) async throws -> StatementResult {
    guard capabilities.transactions == .interactive else {
      return try await calling(.writer) { try await $0.executeScript(sql) }
    }
    return try await write { transaction in try await transaction.connection.executeScript(sql) }
  }

  /// Continues a query that may have been on its caller's thread.
  ///
  /// Inlined, like what it calls: every asynchronous function costs several times as much as another one.
  @inline(__always) private func finish<R: Sendable>(
    _ attempt: ReadAttempt, _ value: R, isReadOnly: Bool, _ there: (any PooledConnection) async throws -> R
  ) async throws -> R {
    switch attempt {
    case .done: value
    case .unfinished(let call): try await call.finish(call.hasRun ? value : nil, there)
    case .usual: try await calling(isReadOnly ? .reader : .writer, there)
    }
  }

  /// Renders what is about to run. A closed database throws its own error first.
  @usableFromInline func ready<R>(_ render: () throws(DatabaseError) -> R) throws -> R {
    do throws(DatabaseError) {
      return try render()
    } catch {
      try requireOutside()
      try pool.requireOpen()
      throw error
    }
  }
}
