extension HTTPRequest {
  /// Throws if the request can't be sent: a header would end its line, the address has another scheme or credentials,
  /// or the method isn't a token.
  func check() throws(HTTPError) {
    if let problem { throw HTTPError(.malformed, mayHaveBeenSent: false, problem) }
  }

  /// Whether two requests have the same method, address and headers, byte by byte, and both a body or none.
  func isLike(_ other: HTTPRequest) -> Bool {
    (body == nil) == (other.body == nil) && HTTPRequest.isSame(method, other.method)
      && HTTPRequest.isSame(url, other.url) && headers.count == other.headers.count
      && zip(headers, other.headers).allSatisfy {
        HTTPRequest.isSame($0.name, $1.name) && HTTPRequest.isSame($0.value, $1.value)
      }
  }

  /// The request with an empty body in place of its body.
  var withoutBody: HTTPRequest {
    var copy = self
    if body != nil { copy.body = [] }
    return copy
  }

  /// Whether the request is sent with a body, which may be empty.
  var hasBody: Bool {
    method != "HEAD" && (body != nil || method == "POST" || method == "PUT" || method == "PATCH")
  }

  /// Whether the address begins with `http:`.
  var isCleartext: Bool { HTTPRequest.begins(url.utf8, with: "http:") }

  /// Whether two texts have the same bytes. Texts are also equal if they only have the same characters.
  private static func isSame(_ text: String, _ other: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { text in
      other.utf8.withContiguousStorageIfAvailable { $0.count == text.count && $0.elementsEqual(text) }
    }?.flatMap { $0 } ?? text.utf8.elementsEqual(other.utf8)
  }

  private var problem: String? {
    guard !method.isEmpty, method.utf8.allSatisfy({ $0 >= 65 && $0 <= 90 }) else {
      return "The method of a request is a word in capitals"
    }
    guard let authority else { return "The address of a request begins with http:// or https:// and a host" }
    guard !authority.utf8.contains(UInt8(ascii: "@")) else {
      return "An address must not hold a name or a password: give them in the Authorization header"
    }
    guard HTTPRequest.all(url, { $0 > 0x20 && $0 < 0x7f }) else {
      return "The address of a request holds a character that must be percent-encoded"
    }
    for header in headers {
      guard !header.name.isEmpty, HTTPRequest.all(header.name, HTTPRequest.isTokenByte) else {
        return "The name of a header is empty or holds a character that is not allowed there"
      }
      guard HTTPRequest.all(header.value, { ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
        return "The value of the header \(header.name) holds a control character"
      }
    }
    return nil
  }

  /// Host and port as in the address, or `nil` if the scheme is another one or the host is missing.
  ///
  /// It works byte by byte, because every call uses it.
  var authority: Substring? {
    let bytes = url.utf8
    let start: String.Index
    if HTTPRequest.begins(bytes, with: "http://") {
      start = bytes.index(bytes.startIndex, offsetBy: 7)
    } else if HTTPRequest.begins(bytes, with: "https://") {
      start = bytes.index(bytes.startIndex, offsetBy: 8)
    } else {
      return nil
    }
    let authority = bytes[start...].prefix { byte in
      byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\\")
    }
    guard let first = authority.first, first != UInt8(ascii: ":") else { return nil }
    return Substring(authority)
  }

  /// Whether the address is this machine itself, for which no proxy is used.
  var isLoopback: Bool {
    guard let authority = authority?.utf8 else { return false }
    if authority.first == UInt8(ascii: "[") { return HTTPRequest.begins(authority, with: "[::1]") }
    let host = authority.prefix { $0 != UInt8(ascii: ":") }
    guard !HTTPRequest.begins(host, with: "127.") else {
      return host.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
    }
    return host.count == 9 && HTTPRequest.begins(host, with: "localhost")
  }

  /// Whether bytes begin with a text in lower case, ignoring their case.
  private static func begins(_ bytes: some Sequence<UInt8>, with text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      var index = 0
      for byte in bytes {
        guard index < text.count else { return true }
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        guard (isCapital ? byte | 0x20 : byte) == text[index] else { return false }
        index += 1
      }
      return index == text.count
    }
  }

  /// Whether all bytes of a text are valid. Every call uses this, and iterating over the text itself would be slower.
  private static func all(_ text: String, _ isFine: (UInt8) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFine) } ?? text.utf8.allSatisfy(isFine)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
