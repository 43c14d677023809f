/// A whole HTTP answer.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The headers, in the order in which they came.
  public var headers: [(name: String, value: String)]
  /// The body, decompressed.
  public var body: [UInt8]

  /// Creates an answer.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header of this name, in any case, or `nil`.
  public func header(_ name: String) -> String? { HTTPHeaders.value(of: name, in: headers) }
}
