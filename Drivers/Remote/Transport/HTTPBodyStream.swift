/// The head of a response, and its body in pieces.
///
/// Only one task at a time can read pieces. When the stream is deallocated, the transfer ends.
public final class HTTPBodyStream: Sendable {
  /// The status code.
  public let status: Int
  /// The headers, in the order of the response.
  public let headers: [(name: String, value: String)]
  private let take: @Sendable () async throws(HTTPError) -> [UInt8]?
  private let end: @Sendable () -> Void

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - headers: The headers of the response.
  ///   - next: Returns the next piece, which isn't empty, or `nil` after the last one.
  ///   - close: Ends the transfer. It's called at least once, also after the last piece.
  public init(
    status: Int, headers: [(name: String, value: String)] = [],
    next: @escaping @Sendable () async throws(HTTPError) -> [UInt8]?, close: @escaping @Sendable () -> Void = {}
  ) {
    self.status = status
    self.headers = headers
    self.take = next
    self.end = close
  }

  deinit { end() }

  /// Returns the next piece of the body, with all bytes that have arrived, or `nil` after the last one.
  ///
  /// - Throws: ``HTTPError`` if the body ends early. A truncated body is never returned.
  public func next() async throws(HTTPError) -> [UInt8]? { try await take() }

  /// Ends the transfer. A pending ``next()`` throws `.cancelled`.
  public func close() { end() }

  /// Returns the value of the first header of this name, in any case, or `nil` if there is none.
  public func header(_ name: String) -> String? { HTTPHeaders.value(of: name, in: headers) }

  /// Reads the whole body, up to a number of bytes.
  ///
  /// - Parameter maximumBytes: The largest body, in bytes.
  /// - Throws: ``HTTPError`` of kind ``HTTPError/Kind/tooLarge`` if the body is larger, or what ``next()`` throws.
  public func collect(maximumBytes: Int = .max) async throws(HTTPError) -> [UInt8] {
    var whole: [UInt8] = []
    while let piece = try await next() {
      guard piece.count <= maximumBytes - whole.count else {
        close()
        throw HTTPError(.tooLarge, mayHaveBeenSent: true, "The answer is larger than \(maximumBytes) bytes")
      }
      whole += piece
    }
    return whole
  }
}
