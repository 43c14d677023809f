#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryIdentity
internal import QuarryRemote

extension LoginHost: ExpressibleByArgument {}

/// `quarry login`: signs in by browser, and keeps the session.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in to a service with the browser, and keep the session.",
    discussion: """
      The browser opens the service's page and comes back to a port of this computer, which is open while the sign-in \
      lasts. Register the redirect address with the service: http://HOST:PORT/signed-in, where persql means \
      http://localhost:8912/signed-in. Other services get a free port of 127.0.0.1 unless --host and --port say otherwise.

      If no browser can be opened, or with --no-browser, the address is printed. The browser that opens it must reach \
      this computer at the same port, over ssh by forwarding it (ssh -L PORT:127.0.0.1:PORT).

      Afterwards persql:NAME is the database that was granted, and login=NAME in the URL of a remote database uses the \
      sign-in. Tokens are refreshed when they are about to expire, also by several processes at once. quarry login --list \
      shows the sign-ins and never a token; quarry logout removes one.

      Sign-ins are kept in quarry/logins below XDG_CONFIG_HOME, or ~/.config, in files that only their owner can read. The \
      tokens are encrypted. Their key lies beside them unless --key-env or --key-file names another place. With the key \
      beside, a copy of the token file alone is worth nothing; who can read the whole folder, or runs programs as this \
      user, can use the sign-ins. A key of your own keeps a copied folder worthless too: at least 32 bytes, such as \
      openssl rand -hex 32 makes.

      Examples:
        quarry login persql --client-id psqlrp_example
        quarry sql persql: "SELECT 1"
        quarry login ppoppo --client-id example_login --name work
        quarry login https://id.example.org --client-id example --scope "openid database" --no-browser
        quarry sql "hrana+https://db.example.org?login=id.example.org" "SELECT 1"
        quarry login --list

      \(CommandExit.help)
      """)

  @Argument(
    help: "The service: \(LoginService.words.joined(separator: ", ")), or the address of an OAuth server, discovered.")
  var service: String?

  @Option(help: "The identifier under which the service knows the program. Kept for the next time.")
  var clientID: String?

  @Option(help: "The scopes to ask for, with a space between them. Kept for the next time.")
  var scope: String?

  @Option(help: "The name of the sign-in; by default, the service's word or host.")
  var name: String?

  @Option(help: "The host of the callback: 127.0.0.1, ::1 or localhost.")
  var host: LoginHost?

  @Option(help: "The port of the callback; 0 takes a free one.")
  var port: Int?

  @Option(help: "The path of the callback.")
  var path = "/signed-in"

  @Option(
    help: ArgumentHelp(
      "The address of the databases that get the token, if the sign-in doesn't say. No other address gets it.",
      valueName: "address"))
  var serviceAddress: String?

  @Option(help: ArgumentHelp("The environment variable that holds the key of the tokens.", valueName: "name"))
  var keyEnv: String?

  @Option(help: ArgumentHelp("The file that holds the key of the tokens.", valueName: "path"))
  var keyFile: String?

  @Option(help: ArgumentHelp("The longest time to wait for the browser.", valueName: "seconds"))
  var timeout = 300

  @Flag(help: "Print the address instead of opening the browser.")
  var noBrowser = false

  @Flag(help: "List the sign-ins.")
  var list = false

  func validate() throws {
    guard list || service != nil else {
      throw ValidationError("Give a service to sign in to, or --list.")
    }
    guard (0...65_535).contains(port ?? 0) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    guard (1...86_400).contains(timeout) else { throw ValidationError("--timeout takes 1 to 86400 seconds.") }
    guard keyEnv == nil || keyFile == nil else { throw ValidationError("Give --key-env or --key-file, not both.") }
  }

  func run() async throws {
    try await reportingErrors {
      let folder = try LoginFolder.current()
      guard let service else {
        await LoginList(folder: folder).show(on: .current)
        return
      }
      try await signIn(to: try LoginService(service), word: service, in: folder)
    }
  }

  private func signIn(to service: LoginService, word: String, in folder: LoginFolder) async throws {
    let console = Console.current
    let name = name ?? service.name
    let server: AuthorizationServer =
      if let known = service.server {
        known
      } else {
        try await AuthorizationServer.discover(issuer: word, transport: CurlTransport())
      }
    // What a sign-in of the same server was made with, if it can still be read.
    let known = (try? folder.login(name)).flatMap { $0 }.flatMap { $0.server == server ? $0 : nil }
    guard let clientID = clientID ?? known?.clientID else {
      throw CommandError("give --client-id: the identifier under which \(word) knows the program", exit: .usage)
    }
    guard let scope = scope ?? known?.scope ?? service.scope else {
      throw CommandError("give --scope: what to ask \(word) for, such as \"openid\"", exit: .usage)
    }
    let port = port ?? service.port
    let place = (host ?? service.host).inAddress + (port == 0 ? "" : ":\(port)")
    var login = StoredLogin(
      server: server, clientID: clientID, scope: scope,
      redirectURI: "http://\(place)\(path.hasPrefix("/") ? "" : "/")\(path)",
      key: keyEnv.map { .variable($0) } ?? keyFile.map { .file($0) } ?? known?.key ?? .beside,
      serviceAddress: serviceAddress ?? known?.serviceAddress)
    let session = try folder.session(login, named: name)
    let grant = try await session.signIn(using: browser(console))
    if let failure = await session.storeFailure { throw failure }
    login.database = grant.database
    if grant.database != nil { login.serviceAddress = grant.serviceAddress ?? PerSQLDriver.serviceAddress }
    try folder.write(login, as: name)
    console.print("Signed in as \(name).")
    let use = grant.database == nil ? "\"hrana+https://HOST?login=\(name)\"" : "persql:\(name)"
    console.print("Use it with: quarry sql \(use) \"SELECT 1\"")
  }

  private func browser(_ console: Console) -> LoopbackBrowser {
    LoopbackBrowser(timeout: .seconds(timeout)) { [noBrowser] (address) throws(IdentityError) in
      var reason = ""
      if !noBrowser {
        do throws(IdentityError) {
          try await SystemBrowser.open(address)
          console.error("Sign in with the browser. If none has opened, end with Ctrl-C and use --no-browser.\n")
          return
        } catch {
          reason = error.message + ".\n"
        }
      }
      console.error("\(reason)Open this address in a browser:\n\(address)\n")
    }
  }
}
#endif
