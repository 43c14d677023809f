public import Quarry

extension DriverRegistration {
  /// Databases over Hrana and HTTP, without encryption: `hrana+http://127.0.0.1:8080`.
  public static var hranaHTTP: DriverRegistration { hrana("hrana+http", "http", encryptedScheme: "hrana+https") }

  /// Databases over Hrana and HTTPS: `hrana+https://host?token-env=TOKEN`.
  public static var hranaHTTPS: DriverRegistration { hrana("hrana+https", "https") }

  /// The same as ``hranaHTTPS``, with libSQL's scheme: `libsql://host?token-env=TOKEN`.
  public static var libSQL: DriverRegistration { hrana("libsql", "https") }

  private static func hrana(
    _ scheme: String, _ carrier: String, encryptedScheme: String? = nil
  ) -> DriverRegistration {
    DriverRegistration(
      scheme: scheme,
      options: RemoteOptions.tokenOptions + [
        DriverOption("namespace", "the database on a server with several"),
        DriverOption("readers", "how many connections may read beside the writer, from 0 to 64"),
        RemoteOptions.trustedHosts,
      ] + RemoteOptions.all,
      place: .server, encryptedScheme: encryptedScheme
    ) { parameters throws(DatabaseError) in
      guard let host = parameters.url.authority else {
        throw parameters.failure("the host is missing, as in \(scheme)://127.0.0.1:8080")
      }
      let timeouts = try RemoteOptions.timeouts(parameters)
      var retries = try RemoteOptions.policy(parameters)
      // A statement that waits for its rows is given its whole time.
      if try parameters.duration("deadline") == nil { retries.deadline = timeouts.call }
      let path = parameters.url.path == "/" ? "" : parameters.url.path
      let address = "\(carrier)://\(host)\(path)"
      return HranaDriver(
        url: address, tokens: try RemoteOptions.tokens(parameters, for: address),
        namespace: try parameters.text("namespace"), transport: try RemoteOptions.transport(parameters),
        retries: retries, connectTimeout: timeouts.connect, timeout: timeouts.call,
        maximumAnswerBytes: timeouts.maximumAnswerBytes,
        maximumReaders: try parameters.integer("readers", in: 0...64) ?? 32,
        trustedOrigins: try RemoteOptions.trustedOrigins(parameters, scheme: carrier))
    }
  }
}
