public import Quarry

extension DriverRegistration {
  /// Clusters of rqlite over TLS: `rqlite+https://host:4001,host:4001?user=NAME&password-env=NAME`.
  public static let rqliteHTTPS = rqlite("https")

  /// Clusters of rqlite without TLS.
  public static let rqliteHTTP = rqlite("http")

  private static func rqlite(_ scheme: String) -> DriverRegistration {
    DriverRegistration(
      scheme: "rqlite+" + scheme,
      options: [
        DriverOption("user", "the name for basic authentication"),
        DriverOption("password-env", "the environment variable that holds the password"),
        DriverOption("password-file", "the file that holds the password"),
        DriverOption("level", "how current reads are: none, weak, linearizable, strong or auto"),
        DriverOption("freshness", "the age that a read of level none may have, such as 1s"),
        DriverOption("redirect", "on: nodes point to the leader instead of forwarding to it"),
        DriverOption("discover", "on: ask for the other nodes of the cluster when the database is opened"),
        RemoteOptions.trustedHosts,
      ] + RemoteOptions.all,
      place: .cluster, encryptedScheme: scheme == "http" ? "rqlite+https" : nil
    ) { (parameters) throws(DatabaseError) in
      guard let authority = parameters.url.authority, ["", "/"].contains(parameters.url.path) else {
        throw parameters.failure("give the nodes and no path, as in rqlite+\(scheme)://host:4001,host:4001")
      }
      let hosts = authority.split(separator: ",", omittingEmptySubsequences: false)
      guard hosts.allSatisfy({ !$0.isEmpty }) else { throw parameters.failure("the address of a node is empty") }
      let password = try parameters.secret("password")
      let name = try parameters.text("user")
      guard (name == nil) == (password == nil) else {
        throw parameters.failure("give user together with password-env or password-file")
      }
      var user: (name: String, password: DriverSecret)?
      if let name, let password { user = (name, password) }
      return try RqliteDriver(
        addresses: hosts.map { "\(scheme)://\($0)" }, user: user,
        level: try parameters.choice("level") ?? .linearizable, freshness: try parameters.duration("freshness"),
        redirects: try parameters.flag("redirect") ?? false, discovers: try parameters.flag("discover") ?? false,
        transport: try RemoteOptions.transport(parameters), policy: try RemoteOptions.policy(parameters),
        timeouts: try RemoteOptions.timeouts(parameters),
        trustedOrigins: try RemoteOptions.trustedOrigins(parameters, scheme: scheme))
    }
  }
}
