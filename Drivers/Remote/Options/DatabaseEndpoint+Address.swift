internal import Quarry

extension DatabaseEndpoint {
  /// The endpoint of an HTTP address.
  init(systemName: String, address: String, namespace: String?) {
    let origin = HTTPOrigin(parsing: address)
    self.init(
      systemName: systemName, namespace: namespace, serverAddress: origin?.host, serverPort: origin?.port)
  }
}
