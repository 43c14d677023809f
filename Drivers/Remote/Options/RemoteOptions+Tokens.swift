internal import Quarry

extension RemoteOptions {
  /// The options for the source of the token.
  static let tokenOptions = [
    DriverOption("token-env", "the environment variable that holds the token"),
    DriverOption("token-file", "the file that holds the token"),
    DriverOption("login", "the sign-in whose token is used, as quarry login has stored it"),
  ]

  /// The token of a database, from these options. A file is read again if a server rejects the token.
  ///
  /// - Parameter address: The address to which the token is sent.
  static func tokens(_ parameters: DriverParameters, for address: String) throws(DatabaseError) -> TokenProvider? {
    if let name = try parameters.text("login") {
      guard parameters.url.options["token-env"] == nil, parameters.url.options["token-file"] == nil else {
        throw parameters.failure("give login, token-env or token-file, not several")
      }
      return try tokens(of: try signIn(name, parameters), for: address, parameters)
    }
    // Refuses what is missing or empty at once.
    guard let token = try parameters.secret("token") else { return nil }
    if let path = try parameters.text("token-file") { return .file(path, in: parameters.environment) }
    if let name = try parameters.text("token-env") { return .variable(name, in: parameters.environment) }
    return .fixed(token)
  }

  /// The sign-in with a name.
  static func signIn(_ name: String, _ parameters: DriverParameters) throws(DatabaseError) -> DriverSignIn {
    guard let found = try parameters.environment.signIn(name) else {
      throw parameters.failure(
        "there is no sign-in with the name \(name): make one with quarry login, or choose another")
    }
    return found
  }

  /// The tokens of a sign-in, only for the service that issued them, and never without TLS to another computer.
  static func tokens(
    of signIn: DriverSignIn, for address: String, _ parameters: DriverParameters
  ) throws(DatabaseError) -> TokenProvider {
    let place = try HTTPOrigin(address)
    if let service = signIn.serviceAddress {
      guard try HTTPOrigin(service) == place else {
        throw parameters.failure("the sign-in is for another service than \(place): its token isn't sent there")
      }
    }
    guard place.scheme == "https" || HTTPRequest(url: address).isLoopback else {
      throw parameters.failure("the token of a sign-in isn't sent without TLS: use the scheme that has it")
    }
    return TokenProvider(asking: signIn.token, refused: signIn.refused)
  }
}
