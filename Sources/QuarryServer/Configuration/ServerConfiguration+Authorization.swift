#if Server
internal import Quarry

extension ServerConfiguration {
  /// Checks that passwords travel safely, and that each user has a database.
  ///
  /// - Parameter isLoopback: Whether only this machine can reach the address.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if not.
  func checkAuthorization(isLoopback: Bool) throws(DatabaseError) {
    guard let rules = authorization?.configuration else { return }
    let isOneAddress = !["0.0.0.0", "::", "[::]"].contains(host)
    guard rules.issuer != nil || isOneAddress && (isLoopback || tls != nil) else {
      throw DatabaseError(
        .invalidConfiguration,
        "users sign in over TLS at one address: give the issuer, or a certificate and an address that isn't all of them"
      )
    }
    let namespaces = Set(databases.map(\.namespace))
    let everyUserHasOne = rules.authenticate == nil && rules.users.allSatisfy { namespaces.contains($0.namespace) }
    guard makeScratch != nil || everyUserHasOne else {
      throw DatabaseError(
        .invalidConfiguration, "each user needs a database: serve one in the user's namespace, or set makeScratch")
    }
  }

  /// Reports the server's address to the authorization server.
  func noteAddress(port: Int) {
    let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    authorization?.listens(at: "\(tls == nil ? "http" : "https")://\(name.lowercased()):\(port)")
  }
}
#endif
