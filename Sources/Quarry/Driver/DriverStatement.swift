/// A prepared statement. It returns rows in batches, with columns addressed by index.
///
/// Quarry calls ``start(_:)``, then ``step(into:limit:)`` until it has enough rows, and then ``reset()``.
public protocol DriverStatement: AnyObject, SendableMetatype {
  /// The SQL text of the statement.
  var sql: String { get }

  /// The result columns; empty for a statement without rows. A remote driver can determine them in the first step.
  var columns: [ColumnDescription] { get }

  /// The names of the parameters with their sigil, in the order of their numbers; `nil` for one without a name.
  var parameterNames: [String?] { get }

  /// Whether the statement doesn't directly change the database file.
  ///
  /// Source: <https://sqlite.org/c3ref/stmt_readonly.html>.
  var isReadOnly: Bool { get }

  /// Whether the statement can run again after ``reset()`` without being prepared again.
  var isReusable: Bool { get }

  /// What the statement reads, and what it has written since its start; `nil` if the driver doesn't know. Then it
  /// counts as reading everything and, unless it only reads, as writing everything.
  ///
  /// Read only after ``DriverConnection/trackEffects()``, between the last step and the next start. The default is
  /// `nil`.
  var effects: StatementEffects? { get }

  /// Checks that the engine accepts the text, if preparing didn't ask the engine.
  ///
  /// Quarry calls it before it throws for a wrong number of values, because an invalid text has no parameters. A driver
  /// whose engine prepares statements doesn't implement it.
  ///
  /// - Throws: ``DatabaseError``, for example with code `.syntax` or `.noSuchObject`.
  nonisolated(nonsending) func verify() async throws(DatabaseError)

  /// Starts an execution with values for all parameters, in order. Quarry has checked their number.
  ///
  /// - Throws: ``DatabaseError`` if the statement can't be started with these values.
  func start(_ values: [SQLValue]) throws(DatabaseError)

  /// Appends at most `limit` rows to `batch`, which Quarry has emptied for this statement's columns.
  ///
  /// A statement that learns its columns only in its first step empties the batch for them itself, with
  /// ``SQLRowBatch/removeAllRows(columnCount:)``. Quarry reads ``columns`` again after the step.
  ///
  /// - Throws: ``DatabaseError`` with the engine's code if the statement fails.
  nonisolated(nonsending) func step(into batch: SQLRowBatch, limit: Int) async throws(DatabaseError) -> StepResult

  /// Ends the execution and removes the values, so that the statement can be started again.
  func reset()

  /// Frees the statement. No method is called afterwards.
  func finalize()
}

extension DriverStatement {
  /// `nil`; see the requirement.
  public var effects: StatementEffects? { nil }

  /// Does nothing; see the requirement.
  ///
  /// - Throws: Nothing.
  public nonisolated(nonsending) func verify() async throws(DatabaseError) {}
}

/// A result column.
public struct ColumnDescription: Sendable, Hashable {
  /// The name, as the engine reports it.
  public var name: String
  /// The declared type of a table column; `nil` for an expression.
  public var declaredType: String?

  /// Creates a description.
  public init(name: String, declaredType: String? = nil) {
    self.name = name
    self.declaredType = declaredType
  }
}

/// A connection of an engine in the same process: the same methods, without suspension.
///
/// Quarry chooses it statically when a pool is created, so that local work never suspends per row or call.
public protocol SynchronousDriverConnection: DriverConnection where Statement: SynchronousDriverStatement {
  /// Prepares the first statement of a text, as ``DriverConnection/prepare(_:)`` does.
  ///
  /// - Throws: ``DatabaseError``, for example with code `.syntax` or `.noSuchObject`.
  func prepareSynchronously(_ sql: String) throws(DatabaseError) -> PreparedStatement<Statement>?

  /// Returns a number that is different after somebody else has committed a change, as
  /// ``DriverConnection/changePosition()`` does. The default implementation throws `.unsupportedFeature`.
  ///
  /// - Throws: ``DatabaseError`` if the number can't be determined.
  func changePositionSynchronously() throws(DatabaseError) -> UInt64

  /// The statements that the connection can now run without blocking its thread.
  ///
  /// Quarry runs short statements on the caller's thread if the connection allows it. That thread belongs to Swift
  /// concurrency and must never wait. Quarry reads this property on the connection's thread, outside transactions, and
  /// again after each PRAGMA, ATTACH, DETACH, and use of the driver's connection. The default is `.none`: every
  /// statement runs on the connection's thread.
  ///
  /// A connection that calls closures of the program, such as functions or observers, returns `.none`, because they
  /// expect the connection's thread, and the task-local values of their caller. On any other connection, Quarry also
  /// starts statements on the connection's thread outside of any task.
  var nonblockingStatements: NonblockingStatements { get }

  /// Prepares for one statement that must not block its thread, from its start to its reset.
  ///
  /// Until ``endNonblocking()``, the connection ends the statement with an error instead of waiting for a lock. It also
  /// ends one that runs for longer than about a millisecond, and one whose task is canceled, with `.interrupted`:
  /// Quarry doesn't use the interrupt handle meanwhile.
  ///
  /// - Parameter isReadOnly: Whether the statement only reads.
  /// - Returns: `false` if the statement could block after all. It then runs on the connection's thread.
  func beginNonblocking(isReadOnly: Bool) -> Bool

  /// Ends what ``beginNonblocking(isReadOnly:)`` began.
  func endNonblocking() -> NonblockingResult

  /// Does the work that a statement postponed. It can block; Quarry calls it on the connection's thread before anybody
  /// else uses the connection.
  func finishPostponedWork()

  /// Whether the open transaction has broken a foreign key that its commit would report, deferred or not; `nil` if the
  /// driver doesn't know. The default is `nil`.
  ///
  /// If it is known, Quarry can run the commands of several waiting callers in one transaction, and asks after each: a
  /// command must neither fail for what another one has broken, nor repair it. Read only in an open transaction, except
  /// that `nil` must be returned outside of one, too.
  var hasUnresolvedForeignKeys: Bool? { get }

  /// Closes the connection. A second call does nothing.
  func closeSynchronously()
}

extension SynchronousDriverConnection {
  /// `nil`; see the requirement.
  public var hasUnresolvedForeignKeys: Bool? { nil }

  /// Prepares a statement without suspending.
  ///
  /// - Throws: The error of ``prepareSynchronously(_:)``.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Statement>? {
    try prepareSynchronously(sql)
  }

  /// Throws; see the requirement.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`.
  public func changePositionSynchronously() throws(DatabaseError) -> UInt64 { throw DatabaseError.noChangePosition }

  /// Returns the number without suspending.
  ///
  /// - Throws: The error of ``changePositionSynchronously()``.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    try changePositionSynchronously()
  }

  /// Closes the connection without suspending.
  public nonisolated(nonsending) func close() async { closeSynchronously() }
}

/// A statement of an engine in the same process.
public protocol SynchronousDriverStatement: DriverStatement {
  /// The approximate memory of the statement while it is cached, in bytes. Quarry keeps fewer large statements. The
  /// default is 150 times the length of the text: the memory of an SQLite statement that consists only of parameters.
  var memoryUse: Int { get }

  /// The number of result columns. The default is the number of ``DriverStatement/columns``.
  var columnCount: Int { get }

  /// A number that changes whenever ``DriverStatement/columns`` change, or 0 if the statement doesn't have one. Quarry reads
  /// the columns again after each execution for which it's 0. The default is 0.
  var columnsVersion: UInt64 { get }

  /// Starts an execution with values in the layout of rows, as ``DriverStatement/start(_:)`` does with a list. The default
  /// implementation calls that method.
  ///
  /// The statement can keep the values until ``DriverStatement/reset()``, so that an engine in C needn't copy them.
  ///
  /// - Throws: ``DatabaseError`` if the statement can't be started with these values.
  func start(_ values: BoundValues) throws(DatabaseError)

  /// Appends at most `limit` rows to `batch`, as ``DriverStatement/step(into:limit:)`` does.
  ///
  /// - Throws: ``DatabaseError`` with the engine's code if the statement fails.
  func stepSynchronously(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult

  /// Starts an execution, steps once, and ends it, unless more rows are wanted.
  ///
  /// The default implementation calls ``start(_:)-(BoundValues)``, ``stepSynchronously(into:limit:)`` and
  /// ``DriverStatement/reset()``. For a statement that takes a microsecond, three calls with a check each are a part of its
  /// time that can be measured, and an engine can do with one of them.
  ///
  /// - Parameters:
  ///   - values: The values of all parameters, in order.
  ///   - batch: An empty batch for the columns of the statement.
  ///   - limit: The maximum number of rows, 1 or more.
  ///   - endsAtLimit: Whether the execution ends with the first rows even if there may be more. Otherwise Quarry continues after `.more`
  ///     with ``stepSynchronously(into:limit:)``, and ends it.
  ///   - cancellation: Whether the call was canceled, which stops the execution between its start and its step.
  /// - Throws: ``DatabaseError`` as the three methods do. The execution has ended then.
  func runSynchronously(
    _ values: BoundValues, into batch: SQLRowBatch, limit: Int, endsAtLimit: Bool, cancellation: CancellationCheck
  ) throws(DatabaseError) -> StepResult
}

extension SynchronousDriverStatement {
  /// 150 times the length of the text; see the requirement.
  public var memoryUse: Int { sql.utf8.count.multipliedReportingOverflow(by: 150).partialValue }

  /// The number of the statement's columns.
  public var columnCount: Int { columns.count }

  /// 0; see the requirement.
  public var columnsVersion: UInt64 { 0 }

  /// Starts with a list of the values.
  ///
  /// - Throws: The error of ``DriverStatement/start(_:)``.
  public func start(_ values: BoundValues) throws(DatabaseError) { try start(values.values) }

  /// Starts, steps and resets the statement; see the requirement.
  ///
  /// - Throws: The error of one of the three.
  public func runSynchronously(
    _ values: BoundValues, into batch: SQLRowBatch, limit: Int, endsAtLimit: Bool, cancellation: CancellationCheck
  ) throws(DatabaseError) -> StepResult {
    do throws(DatabaseError) {
      try start(values)
      if cancellation.isCancelled { throw DatabaseError.cancelled(before: sql) }
      batch.columns = columns
      let result = try stepSynchronously(into: batch, limit: limit)
      batch.columns = columns
      if case .more = result, !endsAtLimit || batch.rowCount == 0 { return result }
      reset()
      return result
    } catch {
      reset()
      throw error
    }
  }

  /// Steps without suspending.
  ///
  /// - Throws: The error of ``stepSynchronously(into:limit:)``.
  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    try stepSynchronously(into: batch, limit: limit)
  }
}
