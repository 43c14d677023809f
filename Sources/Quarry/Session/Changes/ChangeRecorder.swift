/// Records what the transaction on one connection has changed, and what the statements of a fetch have read.
///
/// Each session reports every statement that has ended. The changes of a transaction are announced when it is known to
/// be committed, before the committing call returns.
struct ChangeRecorder: Sendable {
  /// The result of an execution.
  struct Execution {
    var sql: String
    var isReadOnly: Bool
    /// The effects that the driver reports; `nil` if it doesn't know them.
    var effects: StatementEffects?
    /// The outcome of a failed execution; `nil` if it succeeded.
    var failure: DatabaseError.Outcome?
  }

  let hub: ChangeHub
  /// Whether writing statements throw, so that nothing is ever announced.
  private let isReader: Bool
  /// What the open transaction has changed.
  private var pending = DatabaseRegion.nothing
  /// Whether `pending` includes every statement of the open transaction.
  private var isComplete = true
  /// What was read since ``beginReading()``.
  private var reads: DatabaseRegion?

  init(hub: ChangeHub, isReader: Bool) {
    self.hub = hub
    self.isReader = isReader
  }

  /// Whether statements must be reported.
  ///
  /// Inlined and in this order, so that the recorder isn't copied.
  @inline(__always) var isNeeded: Bool { reads != nil || hub.isObserved }

  /// Whether the end of a statement changes nothing here: a reader changes nothing, and nobody asks what it reads.
  ///
  /// It doesn't depend on the observers, so it's the same before and after a statement.
  @inline(__always) var ignoresStatements: Bool { isReader && reads == nil }

  /// Starts to collect what is read.
  mutating func beginReading() { reads = .nothing }

  /// Ends collecting, and returns what was read.
  mutating func endReading() -> DatabaseRegion {
    defer { reads = nil }
    return reads ?? .everything
  }

  /// Reports the end of a statement without its effects.
  mutating func skip(_ status: TransactionStatus) {
    isComplete = status != .active
    if !pending.isEmpty { pending = .nothing }
  }

  /// Reports the end of a statement.
  ///
  /// - Parameter status: The status of the connection after it.
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

  /// Reports statements that were applied together, or failed together.
  mutating func note(batch statements: [SQLFragment], failure: DatabaseError.Outcome?, _ status: TransactionStatus) {
    let onlyReads = statements.allSatisfy { SQLStatementKind($0.sql).isReadOnly }
    if reads != nil { reads = .everything }
    if isReader || onlyReads { return }
    guard status != .active else { return pending.formUnion(.everything) }
    end(with: .everything, failure, isRollback: failure == .notApplied)
  }

  /// Reports an operation whose effects are unknown.
  mutating func noteUnseen(_ status: TransactionStatus) {
    if reads != nil { reads = .everything }
    guard !isReader else { return }
    pending = .everything
    if status != .active { end(with: .everything, nil, isRollback: false) }
  }

  /// Announces what was committed, when no transaction is open or its state is unknown.
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
