/// A suspending connection for a synchronous session, whose thread waits for each call.
final class WaitingConnection<Connection: DriverConnection>: SessionConnection {
  /// The initial state of a body's session.
  struct Start: Sendable {
    let connection: AsynchronousPooledConnection<Connection>
    let calls: WaitingCalls
    let context: SQLGenerationContext
    let state: SessionState
    let status: TransactionStatus
    let monitor: ConnectionMonitor?
  }

  private let connection: AsynchronousPooledConnection<Connection>
  private let calls: WaitingCalls
  private var status: TransactionStatus
  private var lostBecause: DatabaseError?

  private init(_ start: Start) {
    connection = start.connection
    calls = start.calls
    status = start.status
    super.init(capabilities: start.context.capabilities, interruptHandle: start.connection.gate.handle)
  }

  /// Runs a body on the current thread.
  ///
  /// - Returns: The result of the body, and the final state of its session.
  static func run<R: Sendable>(
    _ body: @Sendable (SQLSession) throws -> R, _ start: Start
  ) -> (Result<R, any Error>, SessionState) {
    let session = SQLSession(
      connection: WaitingConnection(start), context: start.context, statementCacheCapacity: 0,
      checksCancellation: true, state: start.state)
    session.monitor = start.monitor
    let result = Result { try body(session) }
    let end = session.state
    // A session that the body has kept is of no use any more.
    session.close()
    return (result, end)
  }

  override var transactionStatus: TransactionStatus { status }
  override var failure: DatabaseError? { lostBecause }
  override var storageIdentity: String? { connection.storageIdentity }
  override var batches: Bool { true }

  override func prepare(_ sql: String) throws(DatabaseError) -> PreparedStatement<SessionStatement>? {
    let lent = try wait { (connection) async throws(DatabaseError) in try await connection.prepareLent(sql) }
    guard let lent else { return nil }
    return PreparedStatement(statement: WaitingStatement(lent, sql: sql, of: self), byteCount: lent.byteCount)
  }

  override func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) throws(DatabaseError) -> [BatchedAnswer] {
    try wait { (connection) async throws(DatabaseError) in
      try await connection.executeLentBatch(statements, wantsResults: wantsResults)
    }.value
  }

  /// Runs a call and waits until it has ended.
  ///
  /// - Parameter always: Whether the call runs to its end even in a canceled task.
  func wait<R: Sendable>(
    always: Bool = false,
    _ call: @escaping @Sendable (isolated AsynchronousPooledConnection<Connection>) async throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    let connection = connection
    let answer = calls.wait(isCancellable: isCancellable && !always) { operation in
      await connection.carryOut(operation, call)
    }
    status = answer.status
    lostBecause = answer.failure
    return try answer.result.get()
  }
}

/// A statement of a suspending connection.
final class WaitingStatement<Connection: DriverConnection>: SessionStatement {
  private let connection: WaitingConnection<Connection>
  private let number: UInt64
  private var knownColumns: [ColumnDescription]
  /// The values for starting the statement with the next step.
  private var values: [SQLValue]?
  private var isRunning = false

  init(_ lent: LentStatement, sql: String, of connection: WaitingConnection<Connection>) {
    self.connection = connection
    number = lent.number
    knownColumns = lent.columns
    super.init(
      sql: sql, parameterNames: lent.parameterNames, isReadOnly: lent.isReadOnly, isReusable: false)
  }

  override var columns: [ColumnDescription] { knownColumns }

  override func verify() throws(DatabaseError) {
    let number = number
    try connection.wait { (connection) async throws(DatabaseError) in try await connection.verifyLent(number) }
  }

  /// Delays the start until the first step, because each call changes threads.
  override func start(_ values: [SQLValue]) throws(DatabaseError) { self.values = values }

  override func step(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    let (number, values, loan) = (number, values, WaitingCalls.Loan(batch))
    self.values = nil
    isRunning = true
    let (result, columns) = try connection.wait { (connection) async throws(DatabaseError) in
      try await connection.stepLent(number, starting: values, into: loan, limit: limit)
    }
    knownColumns = columns
    if case .done = result { isRunning = false }
    return result
  }

  override func reset() {
    values = nil
    guard isRunning else { return }
    isRunning = false
    let number = number
    try? connection.wait(always: true) { (connection) async throws(DatabaseError) in connection.resetLent(number) }
  }

  override func finalize() {
    let number = number
    isRunning = false
    try? connection.wait(always: true) { (connection) async throws(DatabaseError) in connection.finalizeLent(number) }
  }
}
