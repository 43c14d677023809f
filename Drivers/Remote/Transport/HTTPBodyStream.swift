/// The head of an answer, and its body in pieces.
///
/// One task at a time may take pieces. When the last reference goes, the transfer ends.
public final class HTTPBodyStream: Sendable {
  /// The status code.
  public let status: Int
  /// The headers, in the order in which they came.
  public let headers: [(name: String, value: String)]
  private let take: @Sendable () async throws(HTTPError) -> [UInt8]?
  private let end: @Sendable () -> Void

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - next: Gives the next piece, which is not empty, or `nil` after the last one.
  ///   - close: Ends the transfer; called at least once, also after the last piece.
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

  /// Returns the next piece of the body, as large as has come so far, or `nil` after the last one.
  ///
  /// - Throws: An ``HTTPError`` when the body ends early; never a shorter body instead.
  public func next() async throws(HTTPError) -> [UInt8]? { try await take() }

  /// Ends the transfer. A piece that is being waited for fails as cancelled.
  public func close() { end() }

  /// Returns the value of the first header of this name, in any case, or `nil`.
  public func header(_ name: String) -> String? { HTTPHeaders.value(of: name, in: headers) }

  /// Takes the whole body, up to a number of bytes.
  ///
  /// - Throws: ``HTTPError/Kind/tooLarge`` beyond that number, and what ``next()`` throws.
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
