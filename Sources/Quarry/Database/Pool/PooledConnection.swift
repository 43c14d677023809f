/// A connection in a pool, whatever its driver: the seam between ``Database`` and the two kinds of connections.
///
/// Every call runs on the connection's own executor; calls of one lease come one after another.
protocol PooledConnection: AnyObject, Sendable {
  /// What rendering for this connection may rely on.
  var context: SQLGenerationContext { get }
  /// The executor that bodies prefer, so that their statements cost no change of thread.
  var preferredExecutor: (any TaskExecutor)? { get }
  /// Whether the connection must be looked at before somebody else gets it: an open transaction, a failure.
  ///
  /// Known without going to the connection's executor, as giving back is on the path of every call.
  var needsRecovery: Bool { get }
  /// Whether synchronous bodies can stand in line on a thread of the connection; see `runInPlace`.
  var runsInPlace: Bool { get }
  /// What tells the storage behind the connection from every other one; `nil` where the driver does not say.
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
  /// Where the driver suspends, the thread of the body waits for it.
  func perform<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R
  /// Runs a synchronous body in one go, in line with others, and gives the connection back before it answers.
  ///
  /// - Parameter giveBack: takes whether the connection can be used again, and answers whether it has to be closed.
  /// - Throws: what the body throws; ``UnusableConnection`` when the connection broke before the body's turn.
  func runInPlace<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R, _ giveBack: @escaping @Sendable (Bool) -> Bool
  ) async throws -> R
  /// All rows of a query.
  func fetchAll<Query: SQLFetchable>(_ query: Query) async throws -> [Query.Row]
  /// The first row of a query.
  func fetchOne<Query: SQLFetchable>(_ query: Query) async throws -> Query.Row?
  /// The number of rows of a query.
  func fetchCount<Query: SQLFetchable>(_ query: Query) async throws -> Int
  /// Runs a command.
  func run<Command: SQLCommand>(_ command: Command) async throws -> Command.Output
  /// Runs one statement and drops its rows.
  func execute(_ fragment: SQLFragment) async throws -> StatementResult
  /// Rolls back and throws when a single statement, or a body without a transaction, left one open.
  func requireIdle(after fragment: SQLFragment?) async throws
  /// Runs all statements of a script.
  func executeScript(_ sql: String) async throws -> StatementResult
  /// Runs the entries of a batch together.
  func run(_ batch: DatabaseBatch) async throws -> BatchResults
  /// Begins a transaction, or a savepoint in one; one that only reads refuses statements that write until it ends.
  func begin(_ kind: TransactionKind, isReadOnly: Bool) async throws -> TransactionLevel
  /// Ends what `begin` began. A rollback never throws.
  func end(_ level: TransactionLevel, commit: Bool) async throws
  /// What became of the transaction that was begun last, since this was asked before.
  func takeFate() async -> TransactionFate
  /// A token for everything that was committed before the call, from a driver that tells it.
  func changeToken() async throws -> ChangeToken
  /// Says what the next reads must see.
  func require(_ changes: RequiredChanges?) async
  /// Begins to collect what statements read.
  func beginReading() async
  /// What was read since; everything where that isn't known.
  func endReading() async -> DatabaseRegion
  /// A number that is another one after somebody else has changed the database.
  func changePosition() async throws -> UInt64
  /// Calls back whenever somebody else may have changed the database, where the driver and the platform can tell.
  func watchChanges(_ changed: @escaping @Sendable () -> Void) async -> (any ChangeWatch)?
  /// Rolls back whatever a lease left open, before the connection goes back to the pool.
  func recover() async
  /// Opens a cursor over a query's rows.
  func openCursor<Query: SQLFetchable>(_ query: Query) async throws -> SQLCursorID
  /// The next rows of a cursor; empty at its end.
  func nextRows<Query: SQLFetchable>(of cursor: SQLCursorID, _ query: Query) async throws -> [Query.Row]
  /// Closes a cursor. A second call does nothing.
  func closeCursor(_ cursor: SQLCursorID) async
  /// Closes the connection.
  func close() async
}

extension PooledConnection {
  var runsInPlace: Bool { false }

  var storageIdentity: String? { nil }

  /// A driver in the same process has one copy of its database.
  func changeToken() async throws -> ChangeToken {
    throw DatabaseError(.unsupportedFeature, "this driver does not tell how far its database is")
  }

  /// Nothing: see the driver's requirement.
  func require(_ changes: RequiredChanges?) async {}

  func beginReading() async {}

  func endReading() async -> DatabaseRegion { .everything }

  func changePosition() async throws -> UInt64 { throw DatabaseError.noChangePosition }

  func watchChanges(_ changed: @escaping @Sendable () -> Void) async -> (any ChangeWatch)? { nil }

  func runInPlace<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R, _ giveBack: @escaping @Sendable (Bool) -> Bool
  ) async throws -> R {
    throw DatabaseError(.unsupportedFeature, "the driver has no synchronous access")
  }
}

/// The name of an open cursor on one connection.
struct SQLCursorID: Sendable, Hashable {
  let number: UInt64
}
