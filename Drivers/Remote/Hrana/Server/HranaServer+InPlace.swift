import Quarry
internal import QuarryWire

extension HranaServer {
  /// Sends the request of a statement and, if the response is expected soon, waits for it on this thread.
  ///
  /// - Parameter interrupts: Ends the call when it is interrupted, until another end is set.
  /// - Returns: The call, which may be under way, or `nil` if nothing was sent.
  func beginInPlace(
    _ values: [SQLValue], _ template: HranaTemplate, _ interrupts: HranaInterrupt
  ) throws(DatabaseError) -> BegunTry? {
    guard let address = pipelineAddress else { return nil }
    let body = try HranaServer.encoded { () throws(JSONError) in try template.body(values) }
    let before = interrupts.countBefore
    return calls.beginInPlace(request("POST", at: address, body)) { call in
      interrupts.set { call.cancel() }
      // It may have come before the call was there.
      if interrupts.count != before { call.cancel() }
    }
  }
}
