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
      Clients of libSQL (Hrana over HTTP, versions 2 and 3) and of PerSQL (/v1) can use any database that Quarry opens. \
      The server listens on 127.0.0.1. With --token-env, clients must send the token that this environment variable holds; \
      without it everybody on this machine may use the server. ATTACH, loading extensions and most PRAGMAs are refused.

      Several databases are told apart by names: NAME=URL. The first one is what a libSQL client gets.

      Examples:
        quarry serve memory: --port 0
        quarry serve sqlite:music.db --port 8080 --token-env QUARRY_TOKEN
        quarry serve music=sqlite:music.db notes=sqlite:notes.db --namespace home --read-only
        quarry serve memory: --fault cut=120@/v3/pipeline --fault delay=50

      Faults, for tests of clients: delay=MILLISECONDS, drop, cut=BYTES, status=CODE, retry-after=SECONDS (429), expired, \
      truncate=BYTES, oversize=BYTES; each may end with @PATH.

      \(CommandExit.help)
      """)

  @Argument(help: "The databases: URL or NAME=URL.")
  var databases: [String]

  @Option(help: "The port; 0 takes a free one.")
  var port = 8080

  @Option(help: "The namespace of the databases.")
  var namespace = "default"

  @Option(help: "The environment variable that holds the token which clients must send.")
  var tokenEnv: String?

  @Flag(help: "Refuse everything that writes.")
  var readOnly = false

  @Flag(help: "Make an empty temporary database for every namespace that a client names and that is not served.")
  var scratch = false

  @Flag(help: "Log every request on standard error, without values.")
  var verbose = false

  @Option(help: "Misbehave, for tests of clients; may be given several times.")
  var fault: [String] = []

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port takes a number from 0 to 65535.") }
    guard !databases.isEmpty else { throw ValidationError("Name a database to serve.") }
    for text in fault where ServedFault(text) == nil { throw ValidationError("--fault does not know \(text).") }
  }

  func run() async throws {
    try await reportingErrors {
      let access = try access()
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
    var configuration = ServerConfiguration(
      databases: databases, port: port, access: access, isReadOnly: readOnly)
    for text in fault { if let fault = ServedFault(text) { configuration.faults.add(fault.fault, path: fault.path) } }
    let files = ScratchFiles()
    defer { files.remove() }
    if scratch { configuration.makeScratch = { try await files.database($0) } }
    if verbose { configuration.logger = Logger(label: "quarry.server") { StreamLogHandler.standardError(label: $0) } }
    let server = try QuarryServer(configuration: configuration)
    let port = try await server.start()
    let token = tokenEnv.map { "?token-env=\($0)" } ?? ""
    console.print("Serving on http://127.0.0.1:\(port) (Ctrl-C stops). Try it:")
    console.print(
      "quarry sql \(ShellWord.quoted("hrana+http://127.0.0.1:\(port)\(token)")) \(ShellWord.quoted("SELECT sqlite_version()"))"
    )
    await server.wait()
  }

  private func access() throws -> ServerAccess {
    guard let tokenEnv else { return ServerAccess() }
    guard let token = Platform.environment(tokenEnv), !token.isEmpty else {
      throw CommandError("the environment variable \(tokenEnv) holds no token")
    }
    return ServerAccess(tokens: [ServerToken(token)])
  }

  /// A database and its name: `URL`, or `NAME=URL`.
  private static func target(_ text: String) throws -> (name: String, target: DatabaseTarget) {
    if let equals = text.firstIndex(of: "="), !text[..<equals].contains(":") {
      return (String(text[..<equals]), try DatabaseTarget(String(text[text.index(after: equals)...])))
    }
    return ("main", try DatabaseTarget(text))
  }
}

/// A fault as the command line writes it: `cut=120@/v3/pipeline`.
struct ServedFault {
  var fault: Fault
  var path: String?

  init?(_ text: String) {
    let halves = text.split(separator: "@", maxSplits: 1)
    guard let first = halves.first else { return nil }
    path = halves.count == 2 ? String(halves[1]) : nil
    let parts = first.split(separator: "=", maxSplits: 1)
    let number = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first.map { String($0) } ?? "", number) {
    case ("delay", let time?) where time >= 0: fault = .delay(.milliseconds(time))
    case ("drop", nil) where parts.count == 1: fault = .dropRequest
    case ("cut", let count?) where count >= 0: fault = .cutAnswer(afterBytes: count)
    case ("status", let code?) where (200...599).contains(code): fault = .status(code)
    case ("retry-after", let seconds?) where seconds >= 0: fault = .status(429, retryAfter: seconds)
    case ("expired", nil) where parts.count == 1: fault = .expiredToken
    case ("truncate", let count?) where count >= 0: fault = .truncatedBody(bytes: count)
    case ("oversize", let count?) where count >= 0: fault = .oversizedBody(bytes: count)
    default: return nil
    }
  }
}
