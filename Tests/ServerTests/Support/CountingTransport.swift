#if Command
import Quarry
import QuarryRemote

/// Counts the requests that carry statements.
struct CountingTransport: HTTPTransport {
  private let base = CurlTransport()
  private let posts = Protected(0)

  /// The number of requests so far.
  var count: Int { posts.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if request.method == "POST" { posts.withLock { $0 += 1 } }
    return try await base.send(request)
  }

  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream {
    if request.method == "POST" { posts.withLock { $0 += 1 } }
    return try await base.stream(request)
  }

  /// The number of requests that a body makes.
  func counted(_ body: () async throws -> Void) async rethrows -> Int {
    let before = count
    try await body()
    return count - before
  }
}
#endif
