/// The steps of a running statement. Rows before an error are delivered before the error is thrown.
///
/// ```swift
/// while try run.goesOn() {
///   do { run.take(try step(into: batch)) } catch { try run.take(error, rowsBefore: batch.rowCount) }
///   handOver(batch)
/// }
/// ```
struct StatementRun {
  /// The result of the statement, after its end.
  private(set) var result: StatementResult?
  private var error: DatabaseError?

  /// Whether the statement has more steps.
  ///
  /// - Throws: The error after the delivered rows.
  func goesOn() throws(DatabaseError) -> Bool {
    if let error { throw error }
    return result == nil
  }

  /// Ends the run early, because its caller wants no more rows.
  ///
  /// - Throws: The error after the rows.
  func leave() throws(DatabaseError) -> StatementResult {
    if let error { throw error }
    return .none
  }

  /// Ends the run after the last step.
  ///
  /// - Throws: The error after the delivered rows.
  func end() throws(DatabaseError) -> StatementResult {
    if let error { throw error }
    return result ?? .none
  }

  /// Takes the result of a step.
  mutating func take(_ step: StepResult) {
    if case .done(let result) = step { self.result = result }
  }

  /// Takes the error of a step, and keeps it while there are rows to deliver.
  mutating func take(_ error: DatabaseError, rowsBefore: Int) throws(DatabaseError) {
    guard rowsBefore > 0 else { throw error }
    self.error = error
  }
}

extension StatementResult {
  /// The result of a statement without effect, or of one that didn't run to its end.
  static var none: StatementResult { StatementResult(affectedRows: 0, lastInsertedRowID: 0) }
}

extension DatabaseError {
  /// Adds the status of the transaction to the error of a step.
  func noting(_ status: TransactionStatus) -> DatabaseError {
    guard isTransactionOpen == nil, status != .unknown else { return self }
    var error = self
    error.isTransactionOpen = status == .active
    return error
  }
}

extension SQLRowBatch {
  /// Throws if the driver made a mistake in filling the batch.
  @inline(__always) func requireFlawless(_ sql: @autoclosure () -> String) throws(DatabaseError) {
    if unlikely(defect != nil), let defect { throw DatabaseError(.engineInternal, defect.message, sql: sql()) }
  }
}
