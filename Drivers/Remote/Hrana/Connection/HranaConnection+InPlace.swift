import Quarry

extension HranaConnection {
  /// What came of a statement whose call began on this thread.
  enum InPlace {
    /// Nothing: it wasn't sent.
    case nothing
    /// A call that has failed, or whose response needs a closer look.
    case ended(FirstTry)
    /// The result.
    case result(HranaStatementResult)
  }

  /// Runs a statement in one call outside of transactions, with fewer steps than other calls need: the request is
  /// sent, and a fast response awaited, on this thread.
  ///
  /// A call without a result continues in ``exchange(_:_:keepsStream:limit:after:)``, which sends the same for such
  /// statements.
  ///
  /// - Parameter limit: The number of rows that are wanted at once.
  @inline(__always) nonisolated(nonsending) func runInPlace(
    _ values: [SQLValue], _ template: HranaTemplate, _ shape: HranaStatementShape, limit: Int
  ) async throws(DatabaseError) -> InPlace {
    guard canRunInPlace(shape, limit: limit), canSend(values) else { return .nothing }
    defer { interrupts.set(nil) }
    let largest = server.changes.largest
    guard let begun = try server.beginInPlace(values, template, interrupts) else { return .nothing }
    let response: Result<HTTPResponse, HTTPError>
    var started: Duration?
    if let soon = begun.call.takeResult() {
      response = soon
    } else {
      started = server.calls.surroundings.now()
      response = await begun.call.result()
    }
    return result(response, template, shape, largestBefore: largest) ?? .ended(begun.ended(response, since: started))
  }

  private func result(
    _ response: Result<HTTPResponse, HTTPError>, _ template: HranaTemplate, _ shape: HranaStatementShape,
    largestBefore largest: UInt64
  ) -> InPlace? {
    guard case .success(let response) = response, response.status == 200,
      let result = template.result(of: response.body)
    else { return nil }
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
    guard shape.mayRunInPlace, !hasStream, transactionStatus == .idle, !beginIsPending, !isPinned, !isClosed,
      settings.isEmpty, !mustWait
    else { return false }
    // A cursor reads the rows of other queries.
    return !shape.isQuery || limit <= 1 || version != .v3
  }

  /// Whether the text of the statement stays the same with these values.
  private func canSend(_ values: [SQLValue]) -> Bool {
    server.readsReals || values.allSatisfy { ExactReal($0) == nil }
  }
}
