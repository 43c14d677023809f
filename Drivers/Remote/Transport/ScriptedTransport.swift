internal import Quarry

/// A transport without a network. A closure responds to every request, and the transport records the requests.
public final class ScriptedTransport: HTTPTransport {
  private let answer: @Sendable (_ request: HTTPRequest, _ number: Int) async throws(HTTPError) -> HTTPResponse
  private let pieceBytes: Int
  private let sent = Protected<[HTTPRequest]>([])

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - pieceBytes: The size of the pieces of a streamed body.
  ///   - answer: Returns the response to a request, or throws. `number` counts the requests from 0.
  public init(
    pieceBytes: Int = 16 * 1024,
    answer: @escaping @Sendable (_ request: HTTPRequest, _ number: Int) async throws(HTTPError) -> HTTPResponse
  ) {
    self.pieceBytes = max(1, pieceBytes)
    self.answer = answer
  }

  /// Creates a transport with a list of responses. When they are used up, further requests throw.
  public convenience init(_ answers: [HTTPResponse], pieceBytes: Int = 16 * 1024) {
    self.init(pieceBytes: pieceBytes) { (_, number) throws(HTTPError) in
      guard number < answers.count else {
        throw HTTPError(.refused, mayHaveBeenSent: false, "The script has \(answers.count) answers and no more")
      }
      return answers[number]
    }
  }

  /// The requests so far, in the order in which they were sent.
  public var requests: [HTTPRequest] { sent.withLock { $0 } }

  /// Returns the scripted response. A cancelled task and a body beyond the request's limit fail as on a network.
  ///
  /// - Throws: ``HTTPError`` of the script, or of kind `.cancelled` or `.tooLarge`.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    guard !Task.isCancelled else {
      throw HTTPError(.cancelled, mayHaveBeenSent: false, "The call was cancelled")
    }
    let number = sent.withLock { all in
      all.append(request)
      return all.count - 1
    }
    let response = try await answer(request, number)
    guard response.body.count <= request.maximumResponseBytes else {
      throw HTTPError(
        .tooLarge, mayHaveBeenSent: true, "The answer is larger than \(request.maximumResponseBytes) bytes")
    }
    return response
  }

  /// Returns the scripted response, with the body in pieces.
  ///
  /// - Throws: ``HTTPError`` of the script, or of kind `.cancelled`.
  public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream {
    let response = try await send(request)
    let shared = Shared(response.body)
    let size = pieceBytes
    return HTTPBodyStream(
      status: response.status, headers: response.headers,
      next: { () throws(HTTPError) in try shared.take(size) }, close: { shared.close() })
  }

  private final class Shared: Sendable {
    private let rest: Protected<ArraySlice<UInt8>?>

    init(_ body: [UInt8]) { rest = Protected(body[...]) }

    func take(_ size: Int) throws(HTTPError) -> [UInt8]? {
      let piece = rest.withLock { rest -> [UInt8]? in
        guard let piece = rest?.prefix(size) else { return nil }
        rest?.removeFirst(piece.count)
        return Array(piece)
      }
      guard let piece else { throw HTTPError(.cancelled, mayHaveBeenSent: true, "The stream was closed") }
      return piece.isEmpty ? nil : piece
    }

    func close() { rest.withLock { $0 = nil } }
  }
}
