#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryServer
internal import QuarrySQLite

/// The options of `quarry serve` for signing in with OAuth, each user to a separate database.
struct ServeAuthorizationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A user who may sign in, and the environment variable of the password. May be given several times.",
      discussion: "Apps find the server at /.well-known/oauth-authorization-server.", valueName: "name=variable"))
  var oauthUser: [String] = []

  @Option(
    help: ArgumentHelp(
      "An app with which users sign in, and where it receives them. May be given several times.",
      discussion: "The port of http://127.0.0.1 is free. An app that is given twice has both addresses.",
      valueName: "id=redirect"))
  var oauthClient: [String] = []

  @Option(
    help: ArgumentHelp("The public https address of the server, where it isn't the one listened on.", valueName: "url"))
  var oauthIssuer: String?

  @Option(
    help: ArgumentHelp(
      "The folder of the users' databases. Without it they are temporary.", valueName: "path"))
  var oauthFolder: String?

  func validate() throws {
    guard oauthUser.isEmpty == oauthClient.isEmpty else {
      throw ValidationError("--oauth-user and --oauth-client need each other.")
    }
    guard !oauthUser.isEmpty || oauthIssuer == nil && oauthFolder == nil else {
      throw ValidationError("--oauth-issuer and --oauth-folder need --oauth-user.")
    }
    for text in oauthUser + oauthClient where Self.halves(text) == nil {
      throw ValidationError("--oauth-user takes NAME=VARIABLE, and --oauth-client takes ID=REDIRECT.")
    }
  }

  /// Applies the options to a configuration.
  ///
  /// - Throws: ``CommandError`` that names a variable, never its content, or that names what the rules don't allow.
  func apply(to configuration: inout ServerConfiguration, _ files: ScratchFiles) throws {
    guard !oauthUser.isEmpty else { return }
    var redirects: [(id: String, addresses: [String])] = []
    for (id, address) in oauthClient.compactMap(Self.halves) {
      if let index = redirects.firstIndex(where: { $0.id == id }) {
        redirects[index].addresses.append(address)
      } else {
        redirects.append((id, [address]))
      }
    }
    let users = try oauthUser.compactMap(Self.halves).map { name, variable in
      guard let password = Platform.environment(variable), !password.isEmpty else {
        throw CommandError("the environment variable \(variable) holds no password")
      }
      return try AuthorizationUser(name, password: password)
    }
    var rules = AuthorizationConfiguration(
      clients: redirects.map { AuthorizationClient($0.id, redirectURIs: $0.addresses) }, users: users)
    rules.issuer = oauthIssuer
    configuration.authorization = try ServerAuthorization(rules)
    let (namespaces, folder, others) = (Set(users.map(\.namespace)), oauthFolder, configuration.makeScratch)
    configuration.makeScratch = { namespace in
      // Only the names of users become names of files.
      if namespaces.contains(namespace) {
        guard let folder else { return try await files.database(namespace) }
        return try await Database(SQLiteDriver(path: "\(folder)/\(namespace).db"))
      }
      guard let others else { throw DatabaseError(.cannotOpen, "there is no such namespace") }
      return try await others(namespace)
    }
  }

  /// The app that was named first.
  var firstClient: String? { oauthClient.first.flatMap(Self.halves)?.name }

  private static func halves(_ text: String) -> (name: String, value: String)? {
    let parts = text.split(separator: "=", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }
}
#endif
