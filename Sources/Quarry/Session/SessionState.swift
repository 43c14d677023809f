/// The state of a session that the driver doesn't report, and the decisions that follow from it.
///
/// It does no I/O. The synchronous and the asynchronous session carry out its decisions, so every driver follows the
/// same rules.
struct SessionState: Sendable {
  /// The number of open levels of transactions.
  var depth = 0
  /// The reason why the connection can't be used any more.
  var failure: DatabaseError? {
    get { heldFailure?.error }
    set { heldFailure = newValue.map { Held($0) } }
  }
  /// The error of rolling back a savepoint, which rolled back the whole transaction.
  var undoFailure: DatabaseError? {
    get { heldUndoFailure?.error }
    set { heldUndoFailure = newValue.map { Held($0) } }
  }
  // An error is large, and the state is looked at before every statement.
  private(set) var heldFailure: Held?
  private var heldUndoFailure: Held?
  /// Records reads and changes for observers; `nil` for a session without a database.
  var changes: ChangeRecorder?
  /// The outcome of the last transaction.
  var fate = TransactionFate.none
  /// Whether writing statements currently throw.
  var isReadOnly: Bool
  /// Whether they throw outside transactions too, as on a reader.
  let isReader: Bool

  init(isReader: Bool = false, hub: ChangeHub? = nil) {
    self.isReader = isReader
    changes = hub.map { ChangeRecorder(hub: $0, isReader: isReader) }
    isReadOnly = isReader
  }

  /// Whether the session was closed, which isn't a failure of the connection.
  var isClosed: Bool { failure?.code == .connectionClosed }

  /// Whether the connection can be lent again.
  func isUsable(_ status: TransactionStatus) -> Bool { heldFailure == nil && status != .unknown }

  /// Whether the connection can be lent again without recovery.
  func isAtRest(_ status: TransactionStatus) -> Bool {
    isUsable(status) && status == .idle && depth == 0 && isReadOnly == isReader
  }

  /// Whether an open transaction can still be ended.
  func isInTransaction(_ status: TransactionStatus) -> Bool { heldFailure == nil && status == .active }

  /// Whether the end of a statement must be recorded for observers.
  ///
  /// Inlined, since the recorder isn't copied then.
  @inline(__always) var followsStatements: Bool {
    if let changes { !changes.ignoresStatements } else { false }
  }

  final class Held: Sendable {
    let error: DatabaseError

    init(_ error: DatabaseError) { self.error = error }
  }
}

// MARK: - Before a statement is prepared

extension SessionState {
  /// Throws if the connection was closed, given up or lost.
  ///
  /// Inlined, since the state isn't copied then.
  ///
  /// - Parameter failure: The reason for the loss, if the driver knows it.
  @inline(__always) func requireUsable(
    _ status: TransactionStatus, _ failure: @autoclosure () -> DatabaseError? = nil
  ) throws(DatabaseError) {
    if unlikely(heldFailure != nil || status == .unknown) { throw Self.unusable(heldFailure, depth, failure()) }
  }

  /// Throws for statements of a body whose transaction has ended: they would be applied on their own.
  @inline(__always) func requireOwnTransaction(_ status: TransactionStatus) throws(DatabaseError) {
    if unlikely(depth > 0 && status == .idle) { throw DatabaseError.transactionEnded(because: undoFailure) }
  }

  private static func unusable(_ held: Held?, _ depth: Int, _ failure: DatabaseError?) -> DatabaseError {
    if let held { return held.error }
    if let failure { return failure }
    guard depth > 0 else {
      return DatabaseError(
        .connectionClosed, "the connection was lost before the statement could be sent", isRetrySafe: true)
    }
    return DatabaseError(.outcomeUnknown, "the connection was lost inside a transaction", outcome: .unknown)
  }

  /// Throws for a statement that must not reach the driver.
  @inline(__always) func require(
    _ fragment: SQLFragment, _ context: SQLGenerationContext, _ status: TransactionStatus,
    _ failure: @autoclosure () -> DatabaseError?
  ) throws(DatabaseError) {
    try requireUsable(status, failure())
    try requireOwnTransaction(status)
    if unlikely(context.checksValues || fragment.hasFailed) { try context.require(fragment) }
  }
}

// MARK: - Before a statement starts

extension SessionState {
  /// Throws for a wrong number of values, and for a write in a body that reads.
  @inline(__always) func require(
    _ count: Int, of wanted: Int, isReadOnlyStatement: Bool, _ sql: @autoclosure () -> String
  ) throws(DatabaseError) {
    if unlikely(count != wanted) { throw DatabaseError.wrongCount(count, of: wanted, sql()) }
    if unlikely(isReadOnly && !isReadOnlyStatement) { throw DatabaseError.writeInReadBody(sql()) }
  }

  /// Throws if there is text after the prepared statement.
  static func requireSingle(_ sql: String, prepared byteCount: Int) throws(DatabaseError) {
    guard byteCount < sql.utf8.count else { return }
    let rest = sql.utf8.dropFirst(byteCount)
    if rest.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: ";") }) { return }
    guard SQLScript(String(decoding: rest, as: UTF8.self)).first(where: { _ in true }) != nil else { return }
    throw DatabaseError(
      .multipleStatements,
      "the text has more than one statement; run it as a script, or one statement at a time", sql: sql)
  }
}

// MARK: - After a statement

extension SessionState {
  /// Throws as soon as a statement has ended the transaction of its body.
  func requireKept(
    _ before: TransactionStatus, _ after: TransactionStatus, by fragment: SQLFragment
  ) throws(DatabaseError) {
    guard depth > 0, before == .active, after == .idle else { return }
    throw DatabaseError(
      .transactionState, "the statement ended the transaction of its body", sql: fragment.sql,
      outcome: .applied)
  }
}

extension SQLFragment {
  /// Throws for values that couldn't be converted, and for values that the connection can't transfer.
  func requireCarriable(_ capabilities: DriverCapabilities) throws(DatabaseError) {
    if let error = conversionError {
      throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: sql, underlying: error)
    }
    // The list is only made if somebody looks at the values.
    if capabilities.checksValues {
      try capabilities.requireCarriable(values, sql: sql)
    }
  }
}

extension DatabaseError {
  fileprivate static func wrongCount(_ count: Int, of wanted: Int, _ sql: String) -> DatabaseError {
    DatabaseError(
      count < wanted ? .missingParameter : .extraParameter,
      "the statement has \(wanted) parameters, but \(count) values were given", sql: sql)
  }

  /// The error for a text that contains only white space and comments.
  static func emptyStatement(_ sql: String) -> DatabaseError {
    DatabaseError(.emptyStatement, "the text has no statement", sql: sql)
  }

  static func writeInReadBody(_ sql: String? = nil) -> DatabaseError {
    DatabaseError(.readOnly, "a read body can't write; use write", sql: sql)
  }

  package static func cancelled(before sql: String) -> DatabaseError {
    DatabaseError(.interrupted, "the task was cancelled before the statement started", sql: sql)
  }

  /// - Parameter undoFailure: The error of rolling back a savepoint, if that ended the transaction.
  static func transactionEnded(because undoFailure: DatabaseError?) -> DatabaseError {
    guard let undoFailure else {
      return DatabaseError(
        .transactionState,
        "the transaction ended inside its body; the engine rolled it back or a statement ended it")
    }
    return DatabaseError(
      .transactionState,
      "the whole transaction was rolled back, because a savepoint in it couldn't be: \(undoFailure.message)",
      underlying: undoFailure)
  }

  static func transactionLeftOpen(by fragment: SQLFragment?) -> DatabaseError {
    DatabaseError(
      .transactionState,
      fragment == nil
        ? "the body left a transaction open, which was rolled back; end it in the body, or use write"
        : "a single statement can't begin a transaction; use write", sql: fragment?.sql)
  }
}
