/// A connection in a pool, regardless of its driver: the seam between ``Database`` and the two kinds of connections.
///
/// Every asynchronous call runs on the connection's own executor. Only a short statement can run on its caller's thread
/// instead, with the session that ``takeSession()`` returns. The calls of one lease run one after another.
protocol PooledConnection: AnyObject, Sendable {
  /// The context for rendering statements.
  var context: SQLGenerationContext { get }
  /// The executor that bodies prefer, so that their statements don't change threads.
  var preferredExecutor: (any TaskExecutor)? { get }
  /// Whether the connection must be checked before it is lent again, because of an open transaction or a failure.
  ///
  /// It is known without a change to the connection's executor, because every call that returns a connection reads it.
  var needsRecovery: Bool { get }
  /// Whether the connection has a thread that takes work from the pool's line; see ``serve(_:)``.
  var servesLine: Bool { get }
  /// The identity of the connection's storage; `nil` if the driver doesn't tell it.
  var storageIdentity: String? { get }
  /// Whether the connection can be used again.
  var isUsable: Bool { get async }

  /// Whether a transaction is open.
  var isInTransaction: Bool { get async }

  /// Describes one statement.
  func describe(_ sql: String) async throws -> StatementDescription
  /// Runs one statement for a lease.
  func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult
  /// Runs a synchronous body with the connection's session.
  ///
  /// If the driver suspends, the body's thread waits for it.
  func perform<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R
  /// Whether short statements can run on their callers' threads.
  var runsOnCallers: Bool { get }
  /// Returns the connection's session for use on the caller's thread, which has a lease, until ``giveBack(_:)``.
  ///
  /// - Returns: `nil` if the session can't be used on this thread now.
  func takeSession() -> SQLSession?
  /// Ends the use of a session on the caller's thread, which is the same.
  func giveBack(_ session: SQLSession)
  /// Lets the connection's thread take work from the head of the pool's line, and give the connection back.
  ///
  /// Returns immediately. Called only if ``servesLine`` is `true`, by the caller that has the connection.
  func serve(_ pool: ConnectionPool)
  /// Returns all rows of a query.
  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row]
  /// Returns the first row of a query.
  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row?
  /// Returns the number of rows of a query.
  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int
  /// Runs a command.
  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output
  /// Runs one statement and ignores its rows.
  func execute(_ fragment: SQLFragment) async throws -> StatementResult
  /// Throws if a single statement, or a body without a transaction, left a transaction open, and rolls it back.
  func requireIdle(after fragment: SQLFragment?) async throws
  /// Runs all statements of a script.
  func executeScript(_ sql: String) async throws -> StatementResult
  /// Runs the entries of a batch together.
  func run(_ batch: DatabaseBatch) async throws -> BatchResults
  /// Begins a transaction, or a savepoint in one. A read-only one throws for statements that write until it ends.
  func begin(_ kind: TransactionKind, isReadOnly: Bool) async throws -> TransactionLevel
  /// Ends what `begin` started. A rollback never throws.
  func end(_ level: TransactionLevel, commit: Bool) async throws
  /// Returns the outcome of the last transaction since the last call.
  func takeFate() async -> TransactionFate
  /// Returns a token for everything that was committed before the call, if the driver supports it.
  func changeToken() async throws -> ChangeToken
  /// Sets the changes that the next reads must see.
  func require(_ changes: RequiredChanges?) async
  /// Starts to collect what statements read.
  func beginReading() async
  /// Returns what was read since ``beginReading()``; everything if that isn't known.
  func endReading() async -> DatabaseRegion
  /// Returns a number that is different after somebody else has changed the database.
  func changePosition() async throws -> UInt64
  /// Calls a closure whenever somebody else may have changed the database, if the driver and the platform can tell.
  func watchChanges(_ changed: @escaping @Sendable () -> Void) async -> (any ChangeWatch)?
  /// Rolls back an open transaction of a lease before the connection returns to the pool.
  func recover() async
  /// Opens a cursor over a query's rows.
  func openCursor<Query: SQLFetchable>(_ query: Query) async throws -> SQLCursorID
  /// Returns the next rows of a cursor; empty at its end.
  func nextRows<Query: SQLFetchable>(of cursor: SQLCursorID, _ query: Query) async throws -> [Query.Row]
  /// Closes a cursor. A second call does nothing.
  func closeCursor(_ cursor: SQLCursorID) async
  /// Closes the connection.
  func close() async
}

extension PooledConnection {
  var servesLine: Bool { false }

  func serve(_ pool: ConnectionPool) {}

  var runsOnCallers: Bool { false }

  func takeSession() -> SQLSession? { nil }

  func giveBack(_ session: SQLSession) {}

  var storageIdentity: String? { nil }

  /// A driver in the same process has one copy of its database.
  func changeToken() async throws -> ChangeToken {
    throw DatabaseError(.unsupportedFeature, "this driver doesn't report the position of its database")
  }

  /// Does nothing; see the driver's requirement.
  func require(_ changes: RequiredChanges?) async {}

  func beginReading() async {}

  func endReading() async -> DatabaseRegion { .everything }

  func changePosition() async throws -> UInt64 { throw DatabaseError.noChangePosition }

  func watchChanges(_ changed: @escaping @Sendable () -> Void) async -> (any ChangeWatch)? { nil }
}

/// The identifier of an open cursor on one connection.
struct SQLCursorID: Sendable, Hashable {
  let number: UInt64
}
