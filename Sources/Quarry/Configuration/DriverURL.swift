/// Where a database is and how to open it, in one line: `sqlite:music.db?mode=ro`.
///
/// ```
/// scheme:path?option=value&option=value
/// scheme://host/path?option=value
/// ```
///
/// In the path and in values, `%` and two hexadecimal digits encode one byte. Encode `?`, `#`, `%` and, in values, `&`
/// that way. A relative path stays relative (`sqlite:music.db`). `sqlite:/x` and `sqlite:///x` are the same file.
///
/// A URL never contains a key or a token: an option names the environment variable or the file that contains it.
public struct DriverURL: Sendable, Hashable {
  /// The part before the first colon, in lower case. It selects the driver.
  public let scheme: String

  /// The host with its port, for network drivers; `nil` for `scheme:path` and `scheme:///path`.
  public let authority: String?

  /// The path, decoded.
  public let path: String

  /// The options by name, decoded.
  public let options: [String: String]

  /// The text of the URL. It contains no secret.
  public let text: String

  /// Parses a URL.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` that says what is wrong. The message never repeats a
  ///   value.
  public init(_ text: String) throws(DatabaseError) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else {
      throw Self.failure("a driver URL begins with a scheme, as in sqlite:music.db")
    }
    let scheme = text[..<colon].lowercased()
    guard scheme.utf8.first.map(Self.isLetter) == true, scheme.utf8.allSatisfy(Self.isSchemeByte) else {
      throw Self.failure("a driver URL begins with a scheme of letters, digits, + - and ., as in sqlite:music.db")
    }
    var rest = text[text.utf8.index(after: colon)...]
    if rest.utf8.contains(UInt8(ascii: "#")) {
      throw Self.failure("write # as %23: a driver URL of the scheme \(scheme) has no fragment")
    }
    var query: Substring?
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[rest.utf8.index(after: mark)...]
      rest = rest[..<mark]
    }
    var authority: String?
    if rest.hasPrefix("//") {
      let host = rest.dropFirst(2).prefix { $0 != "/" }
      rest = rest[host.endIndex...]
      if host.contains("@") {
        throw Self.failure("a URL can't contain a name or password before @: use an option such as token-env")
      }
      if !host.isEmpty { authority = try Self.decode(host, "host") }
    }
    self.scheme = scheme
    self.authority = authority
    self.path = try Self.decode(rest, "path")
    self.options = try query.map { query throws(DatabaseError) in try Self.options(query) } ?? [:]
    self.text = text
  }

  private static func options(_ query: Substring) throws(DatabaseError) -> [String: String] {
    var options: [String: String] = [:]
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decode(pair[0], "name of an option").lowercased()
      if name.isEmpty { throw failure("an option has no name: write it as name=value") }
      if pair.count == 1, commonNames.contains(name) {
        throw failure("the option \"\(name)\" has no value: write it as name=value")
      }
      guard pair.count == 2, isName(name) else {
        // What stands there may be a secret that was put in the wrong place, or whose = was encoded.
        throw failure(
          "an option of the URL isn't of the form name=value; it isn't shown, since it may contain a secret: write = "
            + "unencoded, and the name in letters, digits and hyphens")
      }
      if secretNames.contains(name) {
        throw failure(
          "a URL can't contain a secret, since logs and lists of processes show it: "
            + "replace the option \"\(name)\" with \"\(name)-env\" or \"\(name)-file\", which say where it is")
      }
      guard options[name] == nil else { throw failure("the option \"\(name)\" occurs twice: remove one") }
      options[name] = try decode(pair[1], "value of the option \"\(name)\"")
    }
    return options
  }

  /// Names of options that errors show even without a value: no secret looks like them.
  private static let commonNames: Set<String> = [
    "mode", "library", "wal", "journal", "synchronous", "readers", "load", "timeout", "deadline", "busy-timeout",
    "foreign-keys", "trusted-schema", "extensions", "defensive", "cache-size", "mmap-size", "key-env", "key-file",
    "key-format", "token-env", "token-file", "namespace", "level",
  ]

  /// Whether a text can be the name of an option, so that errors can show it.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 40 && isLetter(name.utf8.first ?? 0)
      && name.utf8.allSatisfy { isSchemeByte($0) || $0 == UInt8(ascii: "_") }
  }

  /// Names of options that would contain a secret.
  private static let secretNames: Set<String> = [
    "key", "hexkey", "passphrase", "password", "pass", "secret", "token", "authtoken", "auth-token", "auth_token",
  ]

  private static func decode(_ text: Substring, _ part: String) throws(DatabaseError) -> String {
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
        throw failure("in the \(part), % must be followed by two hexadecimal digits; write % itself as %25")
      }
      bytes.append(high << 4 | low)
    }
    guard !bytes.contains(0) else { throw failure("the \(part) contains a zero byte") }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw failure("the \(part) isn't UTF-8 after decoding")
    }
    return decoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
  }

  private static func failure(_ message: String) -> DatabaseError { DatabaseError(.invalidConfiguration, message) }
}

extension DriverURL: CustomStringConvertible {
  /// The text of the URL.
  public var description: String { text }
}
