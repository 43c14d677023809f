/// What ``Database`` and ``DatabaseTransaction`` have in common: one verb for each thing to do.
///
/// On a database each call stands alone, a change in a transaction of its own; in a transaction's body the calls
/// belong to it.
public protocol SQLExecutor: Sendable {
  /// All rows of a query.
  ///
  /// - Throws: ``DatabaseError``; `CancellationError` when the task is cancelled.
  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row]

  /// The first row of a query, or nil.
  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row?

  /// The number of rows that a query would give.
  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int

  /// The rows of a query, read as they are asked for, one batch at a time.
  func rows<Query: SQLFetchable>(_ query: Query) -> SQLRows<Query>

  /// Runs a command: an insert, update, delete, upsert or a change of the schema.
  @discardableResult
  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output

  /// Runs one statement of SQL text and drops its rows. Interpolated values are bound, never spliced.
  @discardableResult
  func execute(_ fragment: SQLFragment) async throws -> StatementResult

  /// Runs every statement of a script, all of them or none.
  ///
  /// - Throws: ``DatabaseError`` with the index of the failing statement and the offset in the script.
  @discardableResult
  func executeScript(_ sql: String) async throws -> StatementResult

  /// Runs the entries of a batch: all of them or none, on one snapshot, and in one round trip where the driver has one.
  ///
  /// - Throws: ``DatabaseError`` with the number of the failing entry in `batchEntry`.
  func run(_ batch: DatabaseBatch) async throws -> BatchResults
}

extension DatabaseTransaction: SQLExecutor {
  /// All rows of a query.
  @inlinable public func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try await fetchAllRows(SpecializedQuery(query))
  }

  @usableFromInline func fetchAllRows<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    try requireActive()
    return try await connection.fetchAll(query)
  }

  /// The first row of a query, or nil.
  @inlinable public func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try await fetchFirstRow(SpecializedQuery(query))
  }

  @usableFromInline func fetchFirstRow<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    try requireActive()
    return try await connection.fetchOne(query)
  }

  /// The number of rows that a query would give.
  public func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    try requireActive()
    return try await connection.fetchCount(query)
  }

  /// The rows of a query, read as they are asked for.
  public func rows<Query: SQLFetchable>(_ query: Query) -> SQLRows<Query> {
    SQLRows(query: query, source: .transaction(self))
  }

  /// Runs a command.
  @discardableResult
  public func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    try requireActive()
    return try await connection.run(command)
  }

  /// Runs one statement of SQL text and drops its rows.
  @discardableResult
  public func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    try requireActive()
    return try await connection.execute(fragment)
  }

  /// Runs every statement of a script in a savepoint.
  @discardableResult
  public func executeScript(_ sql: String) async throws -> StatementResult {
    try requireActive()
    return try await savepoint { try await $0.connection.executeScript(sql) }
  }
}

extension Database: SQLExecutor {
  /// All rows of a query, on a reader.
  @inlinable public func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row] {
    var query = SpecializedQuery(query)
    return try await fetchAllRows(&query)
  }

  @usableFromInline func fetchAllRows<Query: RenderableQuery>(_ query: inout Query) async throws -> [Query.Row] {
    try ready { () throws(DatabaseError) in try query.render(.all, for: context) }
    return try await calling(query.isReadOnly ? .reader : .writer) { try await $0.fetchAll(query) }
  }

  /// The first row of a query, or nil, on a reader.
  @inlinable public func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row? {
    var query = SpecializedQuery(query)
    return try await fetchFirstRow(&query)
  }

  @usableFromInline func fetchFirstRow<Query: RenderableQuery>(_ query: inout Query) async throws -> Query.Row? {
    try ready { () throws(DatabaseError) in try query.render(.firstRow, for: context) }
    return try await calling(query.isReadOnly ? .reader : .writer) { try await $0.fetchOne(query) }
  }

  /// The number of rows that a query would give, on a reader.
  public func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int {
    var query = SpecializedQuery(query)
    try ready { () throws(DatabaseError) in try query.render(.count, for: context) }
    return try await calling(.reader) { try await $0.fetchCount(query) }
  }

  /// The rows of a query, read as they are asked for. The loop holds a reader until it ends.
  public func rows<Query: SQLFetchable>(_ query: Query) -> SQLRows<Query> {
    SQLRows(query: query, source: .database(self))
  }

  /// Runs a command in a transaction of its own.
  @discardableResult
  public func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output {
    let command = try ready { () throws(DatabaseError) in try ReadyCommand(command, for: context) }
    return try await attemptingOnWriter {
      try $0.run(command)
    } _: {
      try await $0.run(command)
    }
  }

  /// Runs one statement of SQL text on the writer and drops its rows.
  @discardableResult
  public func execute(_ fragment: SQLFragment) async throws -> StatementResult {
    try await attemptingOnWriter { session in
      let result = try session.execute(fragment)
      try session.requireIdle(after: fragment)
      return result
    } _: { connection in
      let result = try await connection.execute(fragment)
      if connection.needsRecovery { try await connection.requireIdle(after: fragment) }
      return result
    }
  }

  /// Runs every statement of a script in one transaction.
  @discardableResult
  public func executeScript(_ sql: String) async throws -> StatementResult {
    guard capabilities.transactions == .interactive else {
      return try await calling(.writer) { try await $0.executeScript(sql) }
    }
    return try await write { transaction in try await transaction.connection.executeScript(sql) }
  }

  /// Renders what is to be run. A database that cannot be used at all says so first.
  func ready<R>(_ render: () throws(DatabaseError) -> R) throws -> R {
    do throws(DatabaseError) {
      return try render()
    } catch {
      try requireOutside()
      try pool.requireOpen()
      throw error
    }
  }
}
