import Quarry

extension HranaConnection {
  /// What came of a statement on this thread.
  enum InPlace {
    /// Nothing: it wasn't sent.
    case nothing
    /// A call that is under way, has failed, or has a response that needs a closer look.
    case begun(FirstTry)
    /// The result.
    case result(HranaStatementResult)
  }

  /// Runs a statement in one call outside of transactions and waits for it on this thread, if that is expected to take
  /// a short time only. Fewer steps are needed than for a call that suspends.
  ///
  /// What is begun continues in ``exchange(_:_:keepsStream:limit:after:)``, which sends the same for such statements.
  ///
  /// - Parameter limit: The number of rows that are wanted at once.
  func runInPlace(
    _ values: [SQLValue], _ template: HranaTemplate, _ shape: HranaStatementShape, limit: Int
  ) throws(DatabaseError) -> InPlace {
    guard canRunInPlace(shape, limit: limit) else { return .nothing }
    let largest = server.changes.largest
    guard let first = try server.beginInPlace(values, template, interrupts) else { return .nothing }
    guard let response = first.call.takeResult() else { return .begun(first) }
    guard case .success(let response) = response, response.status == 200,
      let result = template.result(of: response.body)
    else { return .begun(first.ended(response)) }
    if let number = result.number {
      if shape.mayRepeat {
        server.changes.told(number)
      } else {
        server.changes.wrote(number, largestBefore: largest)
      }
    }
    return .result(result)
  }

  private func canRunInPlace(_ shape: HranaStatementShape, limit: Int) -> Bool {
    guard stream == nil, transactionStatus == .idle, !beginIsPending, !isPinned, !isClosed, settings.isEmpty,
      server.readsReals, !mustWait
    else { return false }
    switch shape.kind {
    // A cursor reads the rows of other queries.
    case .query: return limit <= 1 || version != .v3
    case .change: return !shape.isTemporary
    case .pragmaRead: return true
    default: return false
    }
  }
}
