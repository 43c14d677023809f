public import Quarry

extension DriverRegistration {
  /// Databases behind Hrana over HTTP, without encryption: `hrana+http://127.0.0.1:8080`.
  public static var hranaHTTP: DriverRegistration { hrana("hrana+http", "http") }

  /// Databases behind Hrana over HTTPS: `hrana+https://host?token-env=TOKEN`.
  public static var hranaHTTPS: DriverRegistration { hrana("hrana+https", "https") }

  /// The same as ``hranaHTTPS`` in the words of libSQL: `libsql://host?token-env=TOKEN`.
  public static var libSQL: DriverRegistration { hrana("libsql", "https") }

  private static func hrana(_ scheme: String, _ carrier: String) -> DriverRegistration {
    DriverRegistration(
      scheme: scheme,
      options: [
        DriverOption("token-env", "the environment variable that holds the token"),
        DriverOption("token-file", "the file that holds the token"),
        DriverOption("namespace", "the database on a server with several"),
        DriverOption("ca-file", "the certificates to trust instead of the system's, in PEM"),
        DriverOption("connect-timeout", "how long connecting may take, such as 5s"),
        DriverOption("timeout", "how long a call may take, such as 60s"),
        DriverOption("readers", "how many connections may read beside the writer, from 0 to 64"),
      ]
    ) { parameters throws(DatabaseError) in
      guard let host = parameters.url.authority else {
        throw parameters.failure("the host is missing, as in \(scheme)://127.0.0.1:8080")
      }
      let token = try parameters.secret("token")
      let timeout = try parameters.duration("timeout") ?? .seconds(60)
      let path = parameters.url.path == "/" ? "" : parameters.url.path
      return HranaDriver(
        url: "\(carrier)://\(host)\(path)", tokens: token.map { .fixed($0) },
        namespace: try parameters.text("namespace"),
        transport: CurlTransport(CurlTransport.Configuration(caFile: try parameters.text("ca-file"))),
        retries: RetryPolicy(deadline: timeout),
        connectTimeout: try parameters.duration("connect-timeout") ?? .seconds(10), timeout: timeout,
        maximumReaders: try parameters.integer("readers", in: 0...64) ?? 32)
    }
  }
}
