import Quarry
import QuarrySQLite
import QuarrySQLiteEngine

/// What goes wrong, and at which statement.
struct Fault: Sendable, CustomStringConvertible {
  enum Place: CaseIterable {
    case begin, firstWrite, secondWrite, commit
  }

  enum Kind: CaseIterable {
    /// Refused because of a lock; the transaction stays open.
    case busy
    /// Refused because of a lock; the engine rolls the transaction back.
    case busyRolledBack
    /// The connection is lost before the statement is sent.
    case lostBefore
    /// The connection is lost with its transaction, and the driver knows that it is rolled back.
    case lostKnown
    /// The statement runs, and its answer is lost with the connection.
    case lostAfter
    /// Something that another attempt doesn't mend.
    case constraint
  }

  var place: Place
  var kind: Kind
  /// How many times in a row.
  var count = 1

  var description: String { "\(kind) at \(place), \(count) times" }

  /// Whether another attempt is safe and makes sense.
  var isPassing: Bool { kind != .lostAfter && kind != .constraint }
}

/// What is left of the faults, and what was sent.
final class FaultPlan: Sendable {
  let fault: Fault
  private let state: Protected<(left: Int, sent: [String], writes: Int)>

  /// - Parameter isArmed: Whether the faults happen from the beginning, and not only after ``arm()``.
  init(_ fault: Fault, isArmed: Bool = true) {
    self.fault = fault
    state = Protected((isArmed ? fault.count : 0, [], 0))
  }

  /// Lets the faults happen from now on.
  func arm() { state.withLock { $0.left = fault.count } }

  var sent: [String] { state.withLock { $0.sent } }

  /// The fault with which a statement meets, if any.
  func next(_ sql: String) -> Fault.Kind? {
    state.withLock { state in
      state.sent.append(sql)
      let place: Fault.Place?
      switch sql.prefix(6) {
      case "BEGIN ":
        state.writes = 0
        place = .begin
      case "INSERT":
        state.writes += 1
        place = state.writes == 1 ? .firstWrite : .secondWrite
      case "COMMIT": place = .commit
      default: place = nil
      }
      guard place == fault.place, state.left > 0 else { return nil }
      state.left -= 1
      state.writes = 0
      return fault.kind
    }
  }
}

/// A driver in the same process whose statements meet with faults.
struct FaultyDriver: DatabaseDriver {
  let base: SQLiteDriver
  let plan: FaultPlan

  var name: String { "faulty" }
  var traits: DriverTraits { base.traits }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending FaultyConnection {
    FaultyConnection(base: try base.openSynchronously(role), plan: plan)
  }
}

final class FaultyConnection: SynchronousDriverConnection {
  typealias Statement = FaultyStatement

  private let base: SQLiteConnection
  private let plan: FaultPlan
  private var isLost = false

  init(base: sending SQLiteConnection, plan: FaultPlan) {
    self.base = base
    self.plan = plan
  }

  var capabilities: DriverCapabilities { base.capabilities }
  var transactionStatus: TransactionStatus { isLost ? .unknown : base.transactionStatus }
  var interruptHandle: any InterruptHandle { base.interruptHandle }
  var hasUnresolvedForeignKeys: Bool? { base.hasUnresolvedForeignKeys }

  func prepareSynchronously(_ sql: String) throws(DatabaseError) -> PreparedStatement<FaultyStatement>? {
    guard let prepared = try base.prepareSynchronously(sql) else { return nil }
    return PreparedStatement(
      statement: FaultyStatement(base: prepared.statement, connection: self), byteCount: prepared.byteCount)
  }

  func closeSynchronously() { base.closeSynchronously() }

  /// Lets a statement meet with its fault before it runs.
  func meet(_ statement: SQLiteStatement) throws(DatabaseError) {
    guard let kind = plan.next(statement.sql) else { return }
    let isOpen = base.transactionStatus == .active
    switch kind {
    case .busy: throw DatabaseError(.busy, "locked", engineCode: .busy, isRetrySafe: !isOpen, isTransactionOpen: isOpen)
    case .busyRolledBack:
      try rollBack()
      throw DatabaseError(.busy, "locked", engineCode: .busy, isRetrySafe: true)
    case .lostBefore:
      try rollBack()
      isLost = true
      throw DatabaseError(.inputOutput, "lost", isRetrySafe: true)
    case .lostKnown:
      try rollBack()
      throw DatabaseError(.inputOutput, "lost", isRetrySafe: true)
    case .lostAfter:
      let batch = SQLRowBatch()
      _ = try statement.stepSynchronously(into: batch, limit: 1)
      statement.reset()
      try rollBack()
      isLost = true
      throw DatabaseError(.outcomeUnknown, "lost", outcome: .unknown)
    case .constraint: throw DatabaseError(.constraintUnique, "taken", engineCode: .constraintUnique)
    }
  }

  private func rollBack() throws(DatabaseError) {
    guard base.transactionStatus == .active, let prepared = try base.prepareSynchronously("ROLLBACK") else { return }
    try prepared.statement.start([])
    _ = try prepared.statement.stepSynchronously(into: SQLRowBatch(), limit: 1)
    prepared.statement.finalize()
  }
}

final class FaultyStatement: SynchronousDriverStatement {
  private let base: SQLiteStatement
  private let connection: FaultyConnection

  init(base: SQLiteStatement, connection: FaultyConnection) {
    self.base = base
    self.connection = connection
  }

  var sql: String { base.sql }
  var columns: [ColumnDescription] { base.columns }
  var parameterNames: [String?] { base.parameterNames }
  var isReadOnly: Bool { base.isReadOnly }
  var isReusable: Bool { false }

  func start(_ values: [SQLValue]) throws(DatabaseError) { try base.start(values) }

  func stepSynchronously(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    try connection.meet(base)
    return try base.stepSynchronously(into: batch, limit: limit)
  }

  func reset() { base.reset() }
  func finalize() { base.finalize() }
}

/// The same driver for a core that awaits each call.
struct FaultySuspendingDriver: DatabaseDriver {
  let base: FaultyDriver

  var name: String { base.name }
  var traits: DriverTraits { DriverTraits(maximumReaders: base.traits.maximumReaders, blocksThread: false) }

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending FaultySuspendingConnection {
    FaultySuspendingConnection(base: try await base.open(role))
  }
}

final class FaultySuspendingConnection: DriverConnection {
  typealias Statement = FaultyStatement

  private let base: FaultyConnection

  init(base: sending FaultyConnection) { self.base = base }

  var capabilities: DriverCapabilities { base.capabilities }
  var transactionStatus: TransactionStatus { base.transactionStatus }
  var interruptHandle: any InterruptHandle { base.interruptHandle }

  nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<FaultyStatement>? {
    await Task.yield()
    return try base.prepareSynchronously(sql)
  }

  nonisolated(nonsending) func close() async { base.closeSynchronously() }
}
