public import Quarry

/// The scheme, host and port of an address. Credentials are only sent to the same origin.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc6454>.
public struct HTTPOrigin: Sendable, Hashable {
  /// The scheme: `http` or `https`.
  public let scheme: String
  /// The name or address of the host in lower case. An IPv6 address is in brackets.
  public let host: String
  /// The port, from 1 to 65,535.
  public let port: Int

  /// Reads the origin of an address such as `https://replica.example:8443`.
  ///
  /// - Parameters:
  ///   - address: The address. Anything after the host and the port is ignored.
  ///   - scheme: The scheme for an address without one. If `nil`, the address must have a scheme.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the scheme is another one, the host is missing,
  ///   the port isn't a number from 1 to 65,535, or the address has a name or password.
  public init(_ address: String, scheme: String? = nil) throws(DatabaseError) {
    guard let origin = HTTPOrigin(parsing: address, scheme: scheme) else {
      throw DatabaseError(
        .invalidConfiguration,
        "An origin is a scheme, a host and a port, such as https://replica.example:8443, without a name or a password")
    }
    self = origin
  }

  init?(parsing address: String, scheme given: String? = nil) {
    var text = address[...]
    if let mark = text.firstRange(of: "://") {
      scheme = text[..<mark.lowerBound].lowercased()
      text = text[mark.upperBound...]
    } else if let given {
      scheme = given.lowercased()
    } else {
      return nil
    }
    guard scheme == "http" || scheme == "https" else { return nil }
    let authority = text.prefix { !["/", "?", "#", "\\"].contains($0) }
    guard authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "@") }) else { return nil }
    let hostEnd =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd, hostEnd > authority.startIndex else { return nil }
    host = authority[..<hostEnd].lowercased()
    let rest = authority[hostEnd...]
    guard !rest.isEmpty else {
      port = scheme == "https" ? 443 : 80
      return
    }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), digits.utf8.count <= 5,
      let number = Int(digits), (1...65_535).contains(number)
    else { return nil }
    port = number
  }
}

extension HTTPOrigin: CustomStringConvertible {
  /// The origin as an address.
  public var description: String { "\(scheme)://\(host):\(port)" }
}
