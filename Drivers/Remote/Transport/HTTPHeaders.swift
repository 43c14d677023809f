/// Functions for headers and addresses of requests and responses.
enum HTTPHeaders {
  /// The value of the first header of a name, ignoring case, or `nil`.
  static func value(of name: String, in headers: [(name: String, value: String)]) -> String? {
    headers.first { equal($0.name, name) }?.value
  }

  /// Whether two names are equal, ignoring the case of ASCII letters.
  static func equal(_ left: String, _ right: String) -> Bool { equal(left.utf8, right.utf8) }

  /// The same for their bytes.
  static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { lowered($0) == lowered($1) }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// The address up to its query or fragment.
  static func withoutQuery(_ url: String) -> String {
    String(url.prefix { $0 != "?" && $0 != "#" })
  }
}
