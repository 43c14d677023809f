public import Quarry

extension DriverRegistration {
  /// Databases over PerSQL `/v1` and TLS: `persql+https://host/namespace/database?token-env=NAME`.
  public static let persqlHTTPS = persql("https")

  /// Databases over PerSQL `/v1` without TLS, for example for a server on this machine.
  public static let persqlHTTP = persql("http")

  private static func persql(_ scheme: String) -> DriverRegistration {
    DriverRegistration(
      scheme: "persql+" + scheme,
      options: RemoteOptions.tokenOptions + [serialisedKeys] + RemoteOptions.all,
      place: .server, encryptedScheme: scheme == "http" ? "persql+https" : nil
    ) { (parameters) throws(DatabaseError) in
      guard let authority = parameters.url.authority else {
        throw parameters.failure("give a host, as in persql+\(scheme)://host/namespace/database")
      }
      let path = parameters.url.path
      let address = "\(scheme)://\(authority)"
      return try driver(
        address, path.hasPrefix("/") ? String(path.dropFirst()) : path,
        try RemoteOptions.tokens(parameters, for: address), parameters)
    }
  }

  /// The database that a sign-in has granted: `persql:NAME`, with the name of the sign-in. Without a name, `persql`.
  public static let persqlSignIn = DriverRegistration(
    scheme: "persql", options: [serialisedKeys] + RemoteOptions.all, place: .server
  ) { (parameters) throws(DatabaseError) in
    guard parameters.url.authority == nil else {
      throw parameters.failure(
        "give the name of a sign-in, as in persql:work, or a host, as in persql+https://host/a/b")
    }
    let name = parameters.url.path.isEmpty ? "persql" : parameters.url.path
    let signIn = try RemoteOptions.signIn(name, parameters)
    guard let database = signIn.database else {
      throw parameters.failure("the sign-in \(name) has granted no database: name one, with the option login=\(name)")
    }
    let address = signIn.serviceAddress ?? PerSQLDriver.serviceAddress
    return try driver(address, database, try RemoteOptions.tokens(of: signIn, for: address, parameters), parameters)
  }

  private static let serialisedKeys = DriverOption(
    "serialised-keys",
    "on: the server is known to run the calls of one idempotency key one after the other, so that lost writes are "
      + "made again")

  private static func driver(
    _ address: String, _ database: String, _ tokens: TokenProvider?, _ parameters: DriverParameters
  ) throws(DatabaseError) -> any DatabaseDriver {
    try PerSQLDriver(
      baseURL: address, database: database, tokens: tokens, transport: try RemoteOptions.transport(parameters),
      policy: try RemoteOptions.policy(parameters), timeouts: try RemoteOptions.timeouts(parameters),
      serialisesKeys: try parameters.flag("serialised-keys") ?? false)
  }
}
