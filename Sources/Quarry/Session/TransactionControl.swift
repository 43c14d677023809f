/// The statements that begin, end or clean up a transaction. Each depends on the result of the one before.
///
/// ```swift
/// while let sql = control.statement {
///   control.finish(errorOf(sql), &state, connection.transactionStatus)
/// }
/// let level = try control.result()
/// ```
struct TransactionControl {
  private enum Step {
    case begin
    case commit
    case undoSavepoint(number: Int)
    case releaseSavepoint
    case rollBack(isSecond: Bool)
  }

  /// The next statement; `nil` at the end.
  private(set) var statement: String?
  /// The level that was begun or is ended.
  private let level: TransactionLevel
  private let readsOnly: Bool
  private var step = Step.begin
  private var error: DatabaseError?

  /// Whether a canceled task skips the statement. A started transaction is always ended.
  var isCancellable: Bool {
    if case .begin = step { true } else { false }
  }

  /// Begins a transaction. Inside another one, begins a savepoint.
  ///
  /// - Parameter readsOnly: Whether writing statements throw until the outermost transaction ends.
  init(
    begin kind: TransactionKind, readsOnly: Bool = false, _ state: inout SessionState, _ status: TransactionStatus,
    _ capabilities: DriverCapabilities, _ failure: @autoclosure () -> DatabaseError? = nil
  ) throws(DatabaseError) {
    if state.depth == 0 { state.fate = .undone }
    try capabilities.requireInteractiveTransactions()
    try state.requireUsable(status, failure())
    try state.requireOwnTransaction(status)
    self.readsOnly = readsOnly
    level = status == .active ? .savepoint(state.depth + 1) : .transaction
    statement = level.beginSQL(kind)
  }

  /// Ends a level. Anything that isn't committed is rolled back.
  init(
    end level: TransactionLevel, commits: Bool, _ state: inout SessionState, _ status: TransactionStatus,
    _ failure: @autoclosure () -> DatabaseError? = nil
  ) {
    self.level = level
    readsOnly = false
    state.depth = max(state.depth - 1, 0)
    if state.depth == 0 { state.isReadOnly = state.isReader }
    guard commits else {
      undo(status, &state)
      return
    }
    do throws(DatabaseError) {
      try state.requireUsable(status, failure())
      guard status == .active else { throw DatabaseError.transactionEnded(because: state.undoFailure) }
      step = .commit
      statement = level.commitSQL
    } catch {
      self.error = error
      undo(status, &state)
    }
  }

  /// Rolls back an open transaction, regardless of who began it.
  init(recover state: inout SessionState, _ status: TransactionStatus) {
    level = .transaction
    readsOnly = false
    state.depth = 0
    state.isReadOnly = state.isReader
    undo(status, &state)
  }

  /// Takes the result of the statement.
  ///
  /// - Parameters:
  ///   - error: The error of the statement; `nil` if it succeeded.
  ///   - state: The state of the session, which is updated.
  ///   - status: The status of the connection after the statement.
  mutating func finish(_ error: DatabaseError?, _ state: inout SessionState, _ status: TransactionStatus) {
    statement = nil
    switch (step, error) {
    case (.begin, nil):
      if level == .transaction { state.undoFailure = nil }
      // Inside of a transaction that a statement began, a savepoint is not the end of it.
      if state.depth == 0 { state.fate = level == .transaction ? .open : .uncertain }
      state.depth += 1
      if readsOnly { state.isReadOnly = true }
    case (.begin, let error?): self.error = error
    case (.releaseSavepoint, nil), (.rollBack, nil): break
    case (.commit, nil): if level == .transaction { state.fate = .uncertain }
    case (.commit, let error?):
      self.error = error
      if level == .transaction, state.fate == .open {
        state.fate = error.outcome == .notApplied ? .undone : .uncertain
      }
      undo(status, &state)
    case (.undoSavepoint(let number), nil):
      step = .releaseSavepoint
      statement = "RELEASE " + TransactionLevel.name(number)
    case (.undoSavepoint, let error?), (.releaseSavepoint, let error?):
      // What the body did must not stay: when it cannot be undone by itself, the whole transaction is.
      state.undoFailure = error
      rollBack(status, &state)
    case (.rollBack(let isSecond), let error?):
      guard status != .idle else { return }
      // What was missing at the first try, such as memory, is there at the second as a rule.
      if !isSecond, status == .active {
        step = .rollBack(isSecond: true)
        statement = "ROLLBACK"
      } else {
        state.failure = DatabaseError(
          .transactionState, "the connection was given up because a transaction couldn't be rolled back",
          underlying: error)
      }
    }
  }

  /// Returns the level that was begun or ended.
  ///
  /// - Throws: The error of beginning or committing. A rollback never throws.
  func result() throws(DatabaseError) -> TransactionLevel {
    if let error { throw error }
    return level
  }

  private mutating func undo(_ status: TransactionStatus, _ state: inout SessionState) {
    guard status == .active else { return }
    switch level {
    case .transaction: rollBack(status, &state)
    case .savepoint(let number):
      step = .undoSavepoint(number: number)
      statement = "ROLLBACK TO " + TransactionLevel.name(number)
    }
  }

  private mutating func rollBack(_ status: TransactionStatus, _ state: inout SessionState) {
    guard state.isInTransaction(status) else { return }
    // Also when it fails: the connection is given up then, and nothing commits what it leaves behind.
    if state.fate == .open { state.fate = .undone }
    step = .rollBack(isSecond: false)
    statement = "ROLLBACK"
  }
}

/// A level that `begin` opened.
enum TransactionLevel: Sendable, Hashable {
  case transaction
  case savepoint(Int)

  fileprivate static func name(_ number: Int) -> String { "\"quarry_\(number)\"" }

  fileprivate func beginSQL(_ kind: TransactionKind) -> String {
    switch self {
    case .transaction: "BEGIN " + kind.rawValue
    case .savepoint(let number): "SAVEPOINT " + Self.name(number)
    }
  }

  fileprivate var commitSQL: String {
    switch self {
    case .transaction: "COMMIT"
    case .savepoint(let number): "RELEASE " + Self.name(number)
    }
  }
}

extension DriverCapabilities {
  /// Throws if the driver can't hold a transaction open.
  func requireInteractiveTransactions() throws(DatabaseError) {
    guard transactions != .interactive else { return }
    throw DatabaseError(
      .unsupportedFeature, "this driver can't hold a transaction open; use batch, which it applies as a whole",
      missing: .interactiveTransactions)
  }
}
