extension CurlTransport: InPlaceTransport {
  package var canSendInPlace: Bool { loop.canWaitInPlace }

  package func sendInPlace(
    _ request: HTTPRequest, began: (any InPlaceCall) -> Void
  ) throws(HTTPError) -> any InPlaceCall {
    let transfer = try loop.take(withHeaders(request), streams: false, isCancellable: false)
    began(transfer)
    loop.move(waitingFor: transfer)
    return transfer
  }
}

extension CurlTransfer: InPlaceCall {
  package func takeResult() -> Result<HTTPResponse, HTTPError>? {
    guard hasEnded else { return nil }
    do throws(HTTPError) { return .success(try wholeResponse()) } catch { return .failure(error) }
  }

  package func response() async throws(HTTPError) -> HTTPResponse {
    try await run(to: .end)
    return try wholeResponse()
  }
}
