/// What a session knows of its connection beside what the driver tells, and what follows from it.
///
/// It decides and does no I/O. The session that calls and the one that awaits carry out what it says, so that a rule
/// which stands here is the same for every driver.
struct SessionState: Sendable {
  /// How many levels of transactions have begun and not ended.
  var depth = 0
  /// Why the connection cannot be used any more.
  var failure: DatabaseError? {
    get { heldFailure?.error }
    set { heldFailure = newValue.map { Held($0) } }
  }
  /// Why the open transaction was rolled back as a whole although only a savepoint in it was to be.
  var undoFailure: DatabaseError? {
    get { heldUndoFailure?.error }
    set { heldUndoFailure = newValue.map { Held($0) } }
  }
  // An error is large, and the state is looked at before every statement.
  private var heldFailure: Held?
  private var heldUndoFailure: Held?
  /// Notes what is read and changed, for those who observe the database; `nil` where there is no database.
  var changes: ChangeRecorder?
  /// What became of the transaction that was begun last.
  var fate = TransactionFate.none
  /// Whether statements that write are refused at the moment.
  var isReadOnly: Bool
  /// Whether they are refused outside of every transaction too, as on a reader.
  let isReader: Bool

  init(isReader: Bool = false, hub: ChangeHub? = nil) {
    self.isReader = isReader
    changes = hub.map { ChangeRecorder(hub: $0, isReader: isReader) }
    isReadOnly = isReader
  }

  /// Whether the session was closed, which is no failure of the connection.
  var isClosed: Bool { failure?.code == .connectionClosed }

  /// Whether somebody else may use the connection after what has happened on it.
  func isUsable(_ status: TransactionStatus) -> Bool { heldFailure == nil && status != .unknown }

  /// Whether a transaction is open that can still be ended.
  func isInTransaction(_ status: TransactionStatus) -> Bool { heldFailure == nil && status == .active }

  private final class Held: Sendable {
    let error: DatabaseError

    init(_ error: DatabaseError) { self.error = error }
  }
}

// MARK: - Before a statement is prepared

extension SessionState {
  /// Refuses everything on a connection that was closed, given up or lost.
  ///
  /// - Parameter failure: why it was lost, where its driver knows.
  func requireUsable(
    _ status: TransactionStatus, _ failure: @autoclosure () -> DatabaseError? = nil
  ) throws(DatabaseError) {
    if let heldFailure { throw heldFailure.error }
    guard status == .unknown else { return }
    if let failure = failure() { throw failure }
    guard depth > 0 else {
      throw DatabaseError(
        .connectionClosed, "the connection was lost before the statement could be sent", isRetrySafe: true)
    }
    throw DatabaseError(.outcomeUnknown, "the connection was lost inside a transaction", outcome: .unknown)
  }

  /// Refuses statements of a body whose transaction the engine, or a statement, has ended: they would be applied alone.
  func requireOwnTransaction(_ status: TransactionStatus) throws(DatabaseError) {
    guard depth > 0, status == .idle else { return }
    throw DatabaseError.transactionEnded(because: undoFailure)
  }

  /// Refuses a statement that must not reach the driver.
  func require(
    _ fragment: SQLFragment, _ capabilities: DriverCapabilities, _ status: TransactionStatus,
    _ failure: @autoclosure () -> DatabaseError?
  ) throws(DatabaseError) {
    try requireUsable(status, failure())
    try requireOwnTransaction(status)
    try fragment.requireCarriable(capabilities)
  }
}

// MARK: - Before a statement starts

extension SessionState {
  /// Refuses values that do not fit the statement, and writes in a body that reads.
  func require(
    _ count: Int, of wanted: Int, isReadOnlyStatement: Bool, _ sql: @autoclosure () -> String
  ) throws(DatabaseError) {
    guard count == wanted else {
      throw DatabaseError(
        count < wanted ? .missingParameter : .extraParameter,
        "the statement has \(wanted) parameters and got \(count) values", sql: sql())
    }
    if isReadOnly, !isReadOnlyStatement { throw DatabaseError.writeInReadBody(sql()) }
  }

  /// Refuses a text of which a statement was prepared and more than that statement is left.
  static func requireSingle(_ sql: String, prepared byteCount: Int) throws(DatabaseError) {
    guard byteCount < sql.utf8.count else { return }
    let rest = sql.utf8.dropFirst(byteCount)
    if rest.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: ";") }) { return }
    guard SQLScript(String(decoding: rest, as: UTF8.self)).first(where: { _ in true }) != nil else { return }
    throw DatabaseError(
      .multipleStatements,
      "the text holds more than one statement; run it as a script, or one statement at a time", sql: sql)
  }
}

// MARK: - After a statement

extension SessionState {
  /// Tells at once that a statement has ended the transaction that its body stands in.
  func requireKept(
    _ before: TransactionStatus, _ after: TransactionStatus, by fragment: SQLFragment
  ) throws(DatabaseError) {
    guard depth > 0, before == .active, after == .idle else { return }
    throw DatabaseError(
      .transactionState, "the statement ended the transaction that its body stands in", sql: fragment.sql,
      outcome: .applied)
  }
}

extension SQLFragment {
  /// Refuses values that could not be made, and those that the connection cannot carry.
  func requireCarriable(_ capabilities: DriverCapabilities) throws(DatabaseError) {
    if let error = conversionError {
      throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: sql, underlying: error)
    }
    try capabilities.requireCarriable(values, sql: sql)
  }
}

extension DatabaseError {
  /// The refusal of a text that holds nothing but blanks and comments.
  static func emptyStatement(_ sql: String) -> DatabaseError {
    DatabaseError(.emptyStatement, "the text holds no statement", sql: sql)
  }

  static func writeInReadBody(_ sql: String? = nil) -> DatabaseError {
    DatabaseError(.readOnly, "a read body cannot write; use write", sql: sql)
  }

  static func cancelled(before sql: String) -> DatabaseError {
    DatabaseError(.interrupted, "the task was cancelled before the statement started", sql: sql)
  }

  /// - Parameter undoFailure: Why a savepoint could not be rolled back by itself, if that ended the transaction.
  static func transactionEnded(because undoFailure: DatabaseError?) -> DatabaseError {
    guard let undoFailure else {
      return DatabaseError(
        .transactionState,
        "the transaction ended inside its body; the engine rolled it back or a statement ended it")
    }
    return DatabaseError(
      .transactionState,
      "the whole transaction was rolled back, since a savepoint in it could not be: \(undoFailure.message)",
      underlying: undoFailure)
  }

  static func transactionLeftOpen(by fragment: SQLFragment?) -> DatabaseError {
    DatabaseError(
      .transactionState,
      fragment == nil
        ? "the body left a transaction open, which was rolled back; end it in the body, or use write"
        : "a transaction cannot be begun by a statement of its own; use write", sql: fragment?.sql)
  }
}
