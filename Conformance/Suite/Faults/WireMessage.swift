/// An HTTP/1.1 request or answer, with all of its bytes.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc9112>.
struct WireMessage: Sendable {
  /// The first line, without its end.
  var startLine: String
  /// The headers, in order.
  var headers: [(name: String, value: String)]
  /// The body, joined if it came in chunks.
  var body: [UInt8]
  /// The message as it was received.
  var raw: [UInt8]

  /// Creates an answer.
  init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    startLine = "HTTP/1.1 \(status) Of-The-Case"
    self.headers = headers
    self.body = body
    raw = []
  }

  /// Creates an answer with a text.
  init(status: Int, headers: [(name: String, value: String)] = [], text: String) {
    self.init(status: status, headers: headers, body: Array(text.utf8))
  }

  fileprivate init(head: [UInt8]) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    startLine = lines.first.map(String.init) ?? ""
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
    }
    body = []
    raw = head
  }

  private func word(_ index: Int) -> String {
    let words = startLine.split(separator: " ")
    return words.indices.contains(index) ? String(words[index]) : ""
  }

  /// The method of a request.
  var method: String { word(0) }
  /// The target of a request: a path, or a full address for a proxy.
  var target: String { word(1) }
  /// The status of an answer.
  var status: Int { Int(word(1)) ?? 0 }
  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
  /// The number of bytes of the first line, the headers and the empty line, as received.
  var headCount: Int { raw.firstRange(of: [13, 10, 13, 10])?.upperBound ?? 0 }

  /// The value of a header, or `nil`.
  subscript(_ name: String) -> String? {
    get { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      headers.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { headers.append((name, newValue)) }
    }
  }

  /// The message with the length of its body.
  var rendered: [UInt8] { head(length: body.count) + body }

  /// Returns the first line and the headers with any length, or without one.
  func head(length: Int?, adding more: [(String, String)] = []) -> [UInt8] {
    var text = startLine + "\r\n"
    for (name, value) in headers where !["content-length", "transfer-encoding"].contains(name.lowercased()) {
      text += "\(name): \(value)\r\n"
    }
    for (name, value) in more { text += "\(name): \(value)\r\n" }
    if let length { text += "Content-Length: \(length)\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

/// Reads messages from a connection.
struct WireReader: ~Copyable {
  let socket: LoopbackSocket
  private var bytes: [UInt8] = []

  init(_ socket: LoopbackSocket) { self.socket = socket }

  /// Returns the next message, or `nil` if the connection ends before it does.
  mutating func next(isAnswer: Bool) -> WireMessage? {
    while true {
      // What does not begin with a word is no HTTP, such as the first words of TLS.
      guard !bytes.isEmpty || more(), let first = bytes.first, (65...90).contains(first),
        let end = through([13, 10, 13, 10], from: 0)
      else { return nil }
      var message = WireMessage(head: Array(bytes[..<end]))
      bytes.removeFirst(end)
      // An interim answer is followed by the real one.
      if isAnswer, (100..<200).contains(message.status) { continue }
      return take(&message, isAnswer) ? message : nil
    }
  }

  private mutating func take(_ message: inout WireMessage, _ isAnswer: Bool) -> Bool {
    if message["Transfer-Encoding"]?.lowercased() == "chunked" { return takeChunks(&message) }
    if let length = message["Content-Length"].flatMap({ Int($0) }) {
      guard fill(length) else { return false }
      message.body = Array(bytes[..<length])
      bytes.removeFirst(length)
    } else if isAnswer, message.status != 204, message.status != 304 {
      while more() {}
      message.body = bytes
      bytes = []
    }
    message.raw += message.body
    return true
  }

  private mutating func takeChunks(_ message: inout WireMessage) -> Bool {
    var place = 0
    while true {
      guard let end = through([13, 10], from: place) else { return false }
      let line = String(decoding: bytes[place..<end - 2].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
      guard let count = Int(line.filter { $0 != " " }, radix: 16), count >= 0, fill(end + count + 2) else {
        return false
      }
      message.body += bytes[end..<end + count]
      place = end + count + 2
      // Fields after the last chunk, which no server of these protocols sends, would end with an empty line too.
      guard count == 0 else { continue }
      message.raw += bytes[..<place]
      bytes.removeFirst(place)
      return true
    }
  }

  /// Waits for a mark and returns the position after it.
  private mutating func through(_ mark: [UInt8], from place: Int) -> Int? {
    while true {
      if place <= bytes.count, let found = bytes[place...].firstRange(of: mark) { return found.upperBound }
      guard more() else { return nil }
    }
  }

  private mutating func fill(_ count: Int) -> Bool {
    while bytes.count < count { guard more() else { return false } }
    return true
  }

  private mutating func more() -> Bool {
    let piece = socket.read()
    bytes += piece
    return !piece.isEmpty
  }
}
