#if Command
internal import ArgumentParser
internal import Logging
internal import Quarry
internal import QuarryServer
internal import QuarrySQLite

/// `quarry serve`: serves databases over HTTP.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve databases over HTTP on this machine, as libSQL servers and PerSQL do.",
    discussion: """
      Clients of libSQL (Hrana versions 1 to 3, over HTTP and over WebSocket) and of PerSQL (/v1) can use any database \
      that Quarry opens. The server listens on 127.0.0.1. Without tokens, everyone on this machine can use the server, \
      and only by this machine's name. With tokens or keys of signed tokens, clients must send one. ATTACH, \
      extensions and most PRAGMAs are not allowed. On SIGTERM or Ctrl-C, the server lets running calls \
      end for a while.

      Give several databases names: NAME=URL. A libSQL client gets the first one.

      Examples:
        quarry serve memory: --port 0
        quarry serve sqlite:music.db --port 8080 --token-env QUARRY_TOKEN
        quarry serve music=sqlite:music.db notes=sqlite:notes.db --namespace home --read-only
        quarry serve sqlite:music.db --host 0.0.0.0 --token-file tokens.txt --read-token-env VIEWER \
          --tls-certificate-file chain.pem --tls-key-file key.pem
        quarry serve memory: --oauth-user ada=ADA_PASSWORD --oauth-client notes=http://127.0.0.1/signed-in
        quarry serve memory: --fault cut=120@/v3/pipeline --fault delay=50

      Faults, for tests of clients: delay=MILLISECONDS, drop, cut=BYTES, status=CODE, retry-after=SECONDS (429), expired, \
      truncate=BYTES, oversize=BYTES; each may end with @PATH.

      \(CommandExit.help)
      """)

  @Argument(help: "The databases: URL or NAME=URL.")
  var databases: [String]

  @OptionGroup(title: "Address")
  var address: ServeAddressOptions

  @OptionGroup(title: "Access")
  var accessOptions: ServeAccessOptions

  @OptionGroup(title: "Signing in")
  var authorizationOptions: ServeAuthorizationOptions

  @OptionGroup(title: "Limits")
  var limitOptions: ServeLimitOptions

  @Option(help: "The namespace of the databases.")
  var namespace = "default"

  @Flag(help: "Allow only reading.")
  var readOnly = false

  @Flag(help: "Create an empty temporary database for every other namespace that a client names.")
  var scratch = false

  @Flag(help: "Log every request on standard error, without values.")
  var verbose = false

  @Option(help: "Cause a fault, for tests of clients. May be given several times.")
  var fault: [String] = []

  func validate() throws {
    guard !databases.isEmpty else { throw ValidationError("Name a database to serve.") }
    for text in fault where ServedFault(text) == nil { throw ValidationError("--fault doesn't know \(text).") }
  }

  func run() async throws {
    try await reportingErrors {
      let access = try accessOptions.access()
      let targets = try databases.map(Self.target)
      var opened: [ServedDatabase] = []
      do {
        for (name, target) in targets {
          opened.append(ServedDatabase(try await target.open(), namespace: namespace, name: name))
        }
        try await serve(opened, access)
      } catch {
        for served in opened { await served.database.close() }
        throw error
      }
      for served in opened { await served.database.close() }
    }
  }

  private func serve(_ databases: [ServedDatabase], _ access: ServerAccess) async throws {
    let console = Console.current
    ServeFiles.raiseLimit()
    var configuration = ServerConfiguration(
      databases: databases, access: access, limits: limitOptions.limits, isReadOnly: readOnly)
    address.apply(to: &configuration)
    for text in fault { if let fault = ServedFault(text) { configuration.faults.add(fault.fault, path: fault.path) } }
    let files = ScratchFiles()
    defer { files.remove() }
    if scratch { configuration.makeScratch = { try await files.database($0) } }
    try authorizationOptions.apply(to: &configuration, files)
    if verbose { configuration.logger = Logger(label: "quarry.server") { StreamLogHandler.standardError(label: $0) } }
    let server = try QuarryServer(configuration: configuration)
    let port = try await server.start()
    let place = "\(address.scheme)://\(address.authority(port: port))"
    console.print("Serving on \(place) (Ctrl-C stops). Try it:")
    console.print(firstCall(place))
    await server.wait()
  }

  /// A first command to try with the server.
  private func firstCall(_ place: String) -> String {
    if accessOptions.firstTokenVariable == nil, let client = authorizationOptions.firstClient {
      let scope = ShellWord.quoted("openid database")
      return "quarry login \(place) --client-id \(ShellWord.quoted(client)) --scope \(scope)"
    }
    let token = accessOptions.firstTokenVariable.map { "?token-env=\($0)" } ?? ""
    return "quarry sql \(ShellWord.quoted("hrana+\(place)\(token)")) \(ShellWord.quoted("SELECT sqlite_version()"))"
  }

  /// A database and its name: `URL`, or `NAME=URL`.
  private static func target(_ text: String) throws -> (name: String, target: DatabaseTarget) {
    if let equals = text.firstIndex(of: "="), !text[..<equals].contains(":") {
      return (String(text[..<equals]), try DatabaseTarget(String(text[text.index(after: equals)...])))
    }
    return ("main", try DatabaseTarget(text))
  }
}
#endif
