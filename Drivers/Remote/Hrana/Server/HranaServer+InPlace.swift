import Quarry
internal import QuarryWire

extension HranaServer {
  /// What came of a call on this thread.
  enum InPlace {
    /// Nothing: it wasn't sent.
    case nothing
    /// The call, which is under way, has failed, or has a response that needs a closer look.
    case begun(any InPlaceCall)
    /// The response.
    case answer(HranaAnswer)
  }

  /// Sends requests and waits for the response on this thread, if it is expected soon.
  ///
  /// - Parameter interrupts: Ends the call when it is interrupted.
  func pipelineInPlace(
    _ requests: [HranaRequest], baton: String?, base: String?, limit: Duration?, _ interrupts: HranaInterrupt
  ) throws(DatabaseError) -> InPlace {
    guard calls.canBeginInPlace, let knownVersion else { return .nothing }
    let body = try HranaServer.encoded { () throws(JSONError) in try HranaRequest.body(baton: baton, requests) }
    let address = base ?? url
    var request = request("POST", "/v\(knownVersion.rawValue)/pipeline", at: address, body)
    let calls = limited(&request, limit)
    let before = interrupts.countBefore
    let begun = calls.beginInPlace(request) { call in
      interrupts.set { call.cancel() }
      // It may have come before the call was there.
      if interrupts.count != before { call.cancel() }
    }
    interrupts.set(nil)
    guard let begun else { return .nothing }
    guard let result = begun.takeResult() else { return .begun(begun) }
    if case .success(let response) = result, response.status == 200,
      let answer = try? HranaAnswer(response.body, to: requests), answer.baseURL.map({ trusts($0, from: address) }) ?? true
    {
      return .answer(answer)
    }
    return .begun(EndedCall(result: result))
  }
}

/// A call that has ended.
private struct EndedCall: InPlaceCall {
  let result: Result<HTTPResponse, HTTPError>

  func takeResult() -> Result<HTTPResponse, HTTPError>? { result }

  func response() async throws(HTTPError) -> HTTPResponse { try result.get() }

  func cancel() {}
}
