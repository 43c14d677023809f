extension CurlTransport: InPlaceTransport {
  package func sendInPlace(
    _ request: HTTPRequest, began: (any InPlaceCall) -> Void
  ) throws(HTTPError) -> any InPlaceCall {
    let transfer = try loop.take(withHeaders(request), streams: false, isCancellable: false)
    began(transfer)
    loop.begin(transfer)
    return transfer
  }
}

extension CurlTransfer: InPlaceCall {
  package func takeResult() -> Result<HTTPResponse, HTTPError>? { hasEnded ? wholeResult : nil }

  package nonisolated(nonsending) func result() async -> Result<HTTPResponse, HTTPError> {
    await waitForEnd()
    return wholeResult
  }

  private var wholeResult: Result<HTTPResponse, HTTPError> {
    do throws(HTTPError) { return .success(try wholeResponse()) } catch { return .failure(error) }
  }
}
