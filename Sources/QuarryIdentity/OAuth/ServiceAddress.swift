#if Identity
internal import QuarryRemote

/// Addresses of services to which secrets are sent.
enum ServiceAddress {
  /// Checks that an address is HTTPS, or HTTP on this computer, and that it has no fragment.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6749#section-3.1>.
  static func check(_ address: String) throws(IdentityError) {
    let origin = try origin(of: address)
    guard origin.scheme == "https" || isLoopback(origin.host) else {
      throw IdentityError(
        .invalidConfiguration,
        "\(origin) would get secrets in plain text; use https, or an address of this computer")
    }
    guard !address.contains("#") else {
      throw IdentityError(.invalidConfiguration, "The address at \(origin) has a fragment, which can't be sent")
    }
  }

  /// The scheme, host and port of an address.
  static func origin(of address: String) throws(IdentityError) -> HTTPOrigin {
    do {
      return try HTTPOrigin(address)
    } catch {
      throw IdentityError(.invalidConfiguration, "The address of a service starts with https://", underlying: error)
    }
  }

  /// The origin of an address, for a message.
  static func place(of address: String) -> String {
    do { return try HTTPOrigin(address).description } catch { return "The service" }
  }

  /// Whether a host is this computer.
  static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // A name such as 127.example.com is none of this computer's.
    let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return host == "localhost" || host == "[::1]" || isAddress && parts[0] == "127"
  }
}
#endif
