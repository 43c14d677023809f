import Quarry
internal import QuarryWire

extension HranaServer {
  /// Sends the request of a statement and waits for the response on this thread, if it is expected soon.
  ///
  /// - Parameter interrupts: Ends the call when it is interrupted.
  /// - Returns: The call, which may be under way, or `nil` if nothing was sent.
  func beginInPlace(
    _ values: [SQLValue], _ template: HranaTemplate, _ interrupts: HranaInterrupt
  ) throws(DatabaseError) -> FirstTry? {
    guard calls.canBeginInPlace, let address = pipelineAddress else { return nil }
    let body = try HranaServer.encoded { () throws(JSONError) in try template.body(values) }
    let request = request("POST", at: address, body)
    let before = interrupts.countBefore
    defer { interrupts.set(nil) }
    return calls.beginInPlace(request) { call in
      interrupts.set { call.cancel() }
      // It may have come before the call was there.
      if interrupts.count != before { call.cancel() }
    }
  }
}
