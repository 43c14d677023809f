/// The steps of one running statement: the rows that came before an error are handed over before it is thrown.
///
/// ```swift
/// while try run.goesOn() {
///   do { run.take(try step(into: batch)) } catch { try run.take(error, rowsBefore: batch.rowCount) }
///   handOver(batch)
/// }
/// ```
struct StatementRun {
  /// What the statement did, once it has ended.
  private(set) var result: StatementResult?
  private var error: DatabaseError?

  /// Whether the statement has more to do.
  ///
  /// - Throws: the error that came behind rows, which have been handed over now.
  func goesOn() throws(DatabaseError) -> Bool {
    if let error { throw error }
    return result == nil
  }

  /// Ends the run before its end, as whoever takes the rows wants no more of them.
  ///
  /// - Throws: the error that came behind the rows.
  func leave() throws(DatabaseError) -> StatementResult {
    if let error { throw error }
    return .none
  }

  /// Takes how a step went.
  mutating func take(_ step: StepResult) {
    if case .done(let result) = step { self.result = result }
  }

  /// Takes what a step failed with, and keeps it while there are rows to hand over.
  mutating func take(_ error: DatabaseError, rowsBefore: Int) throws(DatabaseError) {
    guard rowsBefore > 0 else { throw error }
    self.error = error
  }
}

extension StatementResult {
  /// What a statement did that did nothing, or was not run to its end.
  static var none: StatementResult { StatementResult(affectedRows: 0, lastInsertedRowID: 0) }
}

extension DatabaseError {
  /// The error of a step, with what has become of the transaction.
  func noting(_ status: TransactionStatus) -> DatabaseError {
    guard isTransactionOpen == nil, status != .unknown else { return self }
    var error = self
    error.isTransactionOpen = status == .active
    return error
  }
}

extension SQLRowBatch {
  /// What the driver did wrong when it filled the batch.
  func requireFlawless(_ sql: @autoclosure () -> String) throws(DatabaseError) {
    if let defect { throw DatabaseError(.engineInternal, defect, sql: sql()) }
  }
}
