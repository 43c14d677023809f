public import Quarry

extension DriverRegistration {
  /// Databases behind PerSQL `/v1` over TLS: `persql+https://host/namespace/database?token-env=NAME`.
  public static let persqlHTTPS = persql("https")

  /// Databases behind PerSQL `/v1` without TLS, as for a server on this machine.
  public static let persqlHTTP = persql("http")

  private static func persql(_ scheme: String) -> DriverRegistration {
    DriverRegistration(
      scheme: "persql+" + scheme,
      options: [
        DriverOption("token-env", "the environment variable that holds the token"),
        DriverOption("token-file", "the file that holds the token"),
        DriverOption(
          "serialised-keys",
          "on: the server is known to run the calls of one idempotency key one after the other, so that lost writes are "
            + "made again"),
      ] + RemoteOptions.all,
      place: .server, encryptedScheme: scheme == "http" ? "persql+https" : nil
    ) { (parameters) throws(DatabaseError) in
      guard let authority = parameters.url.authority else {
        throw parameters.failure("give a host, as in persql+\(scheme)://host/namespace/database")
      }
      let path = parameters.url.path
      return try PerSQLDriver(
        baseURL: "\(scheme)://\(authority)", database: path.hasPrefix("/") ? String(path.dropFirst()) : path,
        tokens: try RemoteOptions.tokens(parameters), transport: try RemoteOptions.transport(parameters),
        policy: try RemoteOptions.policy(parameters), timeouts: try RemoteOptions.timeouts(parameters),
        serialisesKeys: try parameters.flag("serialised-keys") ?? false)
    }
  }
}
