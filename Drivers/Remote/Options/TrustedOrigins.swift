package import Quarry

/// The origins to which a driver sends credentials and data: only those that the caller named.
package struct TrustedOrigins: Sendable, Hashable {
  private let origins: Set<HTTPOrigin>

  /// Trusts the origins of the caller's addresses, and additional ones that the caller allowed.
  package init(named addresses: [String], further: [HTTPOrigin] = []) {
    origins = Set(addresses.compactMap { HTTPOrigin(parsing: $0) } + further)
  }

  /// Whether a server at one address can redirect to another one: only to a trusted origin, and never from TLS to an
  /// address without it.
  package func permits(_ next: String, from address: String) -> Bool {
    guard let next = HTTPOrigin(parsing: next), let current = HTTPOrigin(parsing: address) else { return false }
    return origins.contains(next) && (current.scheme == "http" || next.scheme == "https")
  }

  /// The error for an untrusted redirect. Its message names the origin, not the path.
  package static func refusal(of address: String) -> DatabaseError {
    let place = HTTPOrigin(parsing: address)?.description ?? "something that is no address"
    return DatabaseError(
      .permission,
      "The server points to \(place), which wasn't named; nothing was sent there. Allow it with the option "
        + "\(RemoteOptions.trustedHosts.name), unless that would lead from https to http")
  }
}
