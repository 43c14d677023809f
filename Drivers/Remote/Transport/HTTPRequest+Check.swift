extension HTTPRequest {
  /// Throws when the request cannot be sent as it is: a header that would end its line, an address of another scheme
  /// or with credentials in it, a method that is no token.
  func check() throws(HTTPError) {
    if let problem { throw HTTPError(.malformed, mayHaveBeenSent: false, problem) }
  }

  private var problem: String? {
    guard !method.isEmpty, method.utf8.allSatisfy({ $0 >= 65 && $0 <= 90 }) else {
      return "The method of a request is a word in capitals"
    }
    guard let authority else { return "The address of a request begins with http:// or https:// and a host" }
    guard !authority.contains("@") else {
      return "An address must not hold a name or a password: give them in the Authorization header"
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
      return "The address of a request holds a character that must be percent-encoded"
    }
    for header in headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(HTTPRequest.isTokenByte) else {
        return "The name of a header is empty or holds a character that is not allowed there"
      }
      guard header.value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7f) || $0 == 0x09 }) else {
        return "The value of the header \(header.name) holds a control character"
      }
    }
    return nil
  }

  /// Host and port as the address names them, or `nil` when the scheme is another one or the host is missing.
  var authority: Substring? {
    let start: Int
    if url.prefix(7).lowercased() == "http://" {
      start = 7
    } else if url.prefix(8).lowercased() == "https://" {
      start = 8
    } else {
      return nil
    }
    let authority = url.dropFirst(start).prefix { !"/?#\\".contains($0) }
    return authority.isEmpty || authority.hasPrefix(":") ? nil : authority
  }

  /// Whether the address names this machine itself: proxies are not asked for it.
  var isLoopback: Bool {
    guard let authority else { return false }
    if authority.hasPrefix("[") { return authority.hasPrefix("[::1]") }
    let host = authority.prefix { $0 != ":" }.lowercased()
    guard !host.hasPrefix("127.") else { return host.allSatisfy { $0.isNumber || $0 == "." } }
    return host == "localhost"
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
