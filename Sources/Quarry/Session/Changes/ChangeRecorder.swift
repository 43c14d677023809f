/// What the transaction on one connection has changed so far, and what the statements of a fetch have read.
///
/// Each session tells it of every statement that has ended. What a transaction changed is announced when the transaction is
/// known to be committed, before the call that committed it returns.
struct ChangeRecorder: Sendable {
  /// How an execution of a statement went.
  struct Execution {
    var sql: String
    var isReadOnly: Bool
    /// What the driver knows; `nil` if it doesn't.
    var effects: StatementEffects?
    /// What is known of the effect of an execution that failed; `nil` if it did not fail.
    var failure: DatabaseError.Outcome?
  }

  let hub: ChangeHub
  /// Whether statements that write are refused, so that nothing is ever announced.
  private let isReader: Bool
  /// What the open transaction has changed.
  private var pending = DatabaseRegion.nothing
  /// Whether every statement of the open transaction was noted, so that `pending` is all of it.
  private var isComplete = true
  /// What was read since somebody asked for it.
  private var reads: DatabaseRegion?

  init(hub: ChangeHub, isReader: Bool) {
    self.hub = hub
    self.isReader = isReader
  }

  /// Whether statements have to be noted.
  var isNeeded: Bool { hub.isObserved || reads != nil }

  /// Begins to collect what is read.
  mutating func beginReading() { reads = .nothing }

  /// Ends it.
  mutating func endReading() -> DatabaseRegion {
    defer { reads = nil }
    return reads ?? .everything
  }

  /// A statement has ended that nobody wants to know of.
  mutating func skip(_ status: TransactionStatus) {
    isComplete = status != .active
    pending = .nothing
  }

  /// A statement has ended.
  ///
  /// - Parameter status: What the connection tells after it.
  mutating func note(_ execution: Execution, _ status: TransactionStatus) {
    let verb = SQLStatementKind(execution.sql)
    if reads != nil, !verb.controlsTransactions { reads?.formUnion(execution.effects?.reads ?? .everything) }
    var writes = DatabaseRegion.nothing
    if !execution.isReadOnly, !isReader, !verb.controlsTransactions {
      writes = execution.effects?.writes ?? .everything
    }
    guard status != .active else { return pending.formUnion(writes) }
    end(with: writes, execution.failure ?? (status == .unknown ? .unknown : nil), isRollback: verb.verb == .rollback)
  }

  /// Statements have been applied together, or not.
  mutating func note(batch statements: [SQLFragment], failure: DatabaseError.Outcome?, _ status: TransactionStatus) {
    let onlyReads = statements.allSatisfy { SQLStatementKind($0.sql).isReadOnly }
    if reads != nil { reads = .everything }
    if isReader || onlyReads { return }
    guard status != .active else { return pending.formUnion(.everything) }
    end(with: .everything, failure, isRollback: failure == .notApplied)
  }

  /// Something was done to the connection that is not seen.
  mutating func noteUnseen(_ status: TransactionStatus) {
    if reads != nil { reads = .everything }
    guard !isReader else { return }
    pending = .everything
    if status != .active { end(with: .everything, nil, isRollback: false) }
  }

  /// No transaction is open any more, or nobody knows: announces what was committed.
  private mutating func end(with writes: DatabaseRegion, _ failure: DatabaseError.Outcome?, isRollback: Bool) {
    let (before, wasComplete) = (pending, isComplete)
    pending = .nothing
    isComplete = true
    if isReader || isRollback { return }
    switch failure {
    case nil, .applied?: hub.announce(wasComplete ? before.union(writes) : .everything)
    case .unknown?: if !wasComplete || !before.isEmpty || !writes.isEmpty { hub.announce(.everything) }
    // Of a transaction that ended by an error nothing is left; a statement that keeps rows (`OR FAIL`) has taken effect.
    case .notApplied?: break
    }
  }
}
