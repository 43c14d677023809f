/// A whole HTTP response.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The headers, in the order of the response.
  public var headers: [(name: String, value: String)] {
    get { given ?? block.fields }
    set { given = newValue }
  }
  /// The body, decompressed.
  public var body: [UInt8]
  private var given: [(name: String, value: String)]?
  private let block: HTTPHeaderBlock

  /// Creates a response.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.body = body
    given = headers
    block = HTTPHeaderBlock()
  }

  init(status: Int, block: HTTPHeaderBlock, body: [UInt8]) {
    self.status = status
    self.body = body
    self.block = block
  }

  /// Returns the value of the first header of this name, in any case, or `nil` if there is none.
  public func header(_ name: String) -> String? {
    guard let given else { return block.value(of: name) }
    return HTTPHeaders.value(of: name, in: given)
  }
}
