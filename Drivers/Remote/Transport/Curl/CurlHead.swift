/// Reads the head of an answer line by line, as libcurl hands it over.
struct CurlHead {
  /// The largest head that is taken, in bytes.
  static let maximumBytes = 256 * 1024

  private(set) var status = 0
  private(set) var headers: [(name: String, value: String)] = []
  /// Whether the empty line after the final head has come. Without it, the answer was cut in its head.
  private(set) var isComplete = false
  private var bytes = 0

  /// What a line means for the transfer.
  enum Verdict { case fine, malformed, tooLarge }

  /// Takes one line with its end.
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
    if text.starts(with: "HTTP/".utf8) {
      guard let code = CurlHead.status(in: text) else { return .malformed }
      status = code
      headers = []
      return .fine
    }
    if text.first == UInt8(ascii: " ") || text.first == UInt8(ascii: "\t") {
      guard let last = headers.indices.last else { return .malformed }
      headers[last].value += " " + CurlHead.trimmed(text)
      return .fine
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return .malformed }
    headers.append(
      (String(decoding: text[..<colon], as: UTF8.self), CurlHead.trimmed(text[text.index(after: colon)...])))
    return .fine
  }

  private static func withoutEnd(_ line: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var text = line[...]
    while let last = text.last, last == 0x0a || last == 0x0d { text.removeLast() }
    return text
  }

  private static func status(in text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let space = text.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let digits = text[text.index(after: space)...].prefix { $0 != UInt8(ascii: " ") }
    guard digits.count == 3, let code = Int(String(decoding: digits, as: UTF8.self)), code >= 100 else { return nil }
    return code
  }

  private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}
