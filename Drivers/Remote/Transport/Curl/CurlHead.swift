/// Reads the head of a response line by line, as libcurl passes it.
struct CurlHead {
  /// The largest accepted head, in bytes.
  static let maximumBytes = 256 * 1024

  private(set) var status = 0
  private(set) var headers = HTTPHeaderBlock()
  /// Whether the empty line after the final head has arrived. Without it, the response was cut in its head.
  private(set) var isComplete = false
  private var bytes = 0

  init() {}

  /// Creates a head whose lines were read already.
  init(status: Int, headers: HTTPHeaderBlock, isComplete: Bool) {
    self.status = status
    self.headers = headers
    self.isComplete = isComplete
  }

  /// The meaning of a line for the transfer.
  enum Verdict { case fine, malformed, tooLarge }

  /// Reads one line with its end.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) -> Verdict {
    bytes += line.count
    guard bytes <= CurlHead.maximumBytes else { return .tooLarge }
    // What comes after the body are trailers.
    guard !isComplete else { return .fine }
    let text = CurlHead.withoutEnd(line)
    if text.isEmpty {
      // A head of the class 1xx announces another one.
      isComplete = status >= 200 || status == 101
      return .fine
    }
    if CurlHead.isStatusLine(text) {
      guard let code = CurlHead.status(in: text) else { return .malformed }
      status = code
      headers = HTTPHeaderBlock()
      return .fine
    }
    if text.first == UInt8(ascii: " ") || text.first == UInt8(ascii: "\t") {
      guard !headers.isEmpty else { return .malformed }
      headers.fold(text)
      return .fine
    }
    guard text.contains(UInt8(ascii: ":")) else { return .malformed }
    headers.append(text)
    return .fine
  }

  private static func withoutEnd(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var count = line.count
    while count > 0, line[count - 1] == 0x0a || line[count - 1] == 0x0d { count -= 1 }
    return UnsafeBufferPointer(start: line.baseAddress, count: count)
  }

  private static func isStatusLine(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let mark: StaticString = "HTTP/"
    guard text.count >= mark.utf8CodeUnitCount else { return false }
    return (0..<mark.utf8CodeUnitCount).allSatisfy { text[$0] == mark.utf8Start[$0] }
  }

  private static func status(in text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let digits = text[text.index(after: space)...].prefix { $0 != UInt8(ascii: " ") }
    guard digits.count == 3 else { return nil }
    var code = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      code = code * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return code >= 100 ? code : nil
  }
}
