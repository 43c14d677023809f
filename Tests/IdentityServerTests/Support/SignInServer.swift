#if Identity && Server
import Foundation
import InMemoryLogging
import Logging
import Quarry
import QuarryIdentity
import QuarryMemory
import QuarryRemote
import QuarryServer
import TestSupport

/// This package's server with its authorization server, in this process.
final class SignInServer: Sendable {
  static let password = "correct horse 8 battery"
  static let redirectURI = "com.example.app:/signed-in"

  let clock = TestClock()
  let logs = InMemoryLogHandler()
  let authorization: ServerAuthorization
  let faults = FaultPlan()
  private let server: QuarryServer
  private let database: Database
  /// Where it is, which is its issuer too.
  let url: String

  /// - Parameter adjust: changes the rules.
  init(_ adjust: (inout AuthorizationConfiguration) -> Void = { _ in }) async throws {
    var rules = AuthorizationConfiguration(clients: [
      AuthorizationClient(
        "app", name: "Notes <b>&\"'", redirectURIs: [Self.redirectURI, "http://127.0.0.1/signed-in"]),
      AuthorizationClient("other", redirectURIs: ["https://other.example/cb"], scopes: ["database"]),
    ])
    // Passwords that are hashed slowly have tests of their own.
    rules.authenticate = { name, password in
      guard ["ada", "grace"].contains(name), password == SignInServer.password else { return nil }
      var user = AuthorizationUser(name, subject: "id-of-\(name)")
      user.email = "\(name)@example.com"
      return user
    }
    rules.now = clock.now
    adjust(&rules)
    authorization = try ServerAuthorization(rules)
    database = try await Database(MemoryDriver())
    var logger = Logger(label: "quarry.server", factory: { [logs] _ in logs })
    logger.logLevel = .trace
    var configuration = ServerConfiguration(
      databases: [ServedDatabase(database)], limits: .patient, faults: faults, logger: logger)
    configuration.authorization = authorization
    configuration.makeScratch = { _ in try await Database(MemoryDriver()) }
    server = try QuarryServer(configuration: configuration)
    url = "http://127.0.0.1:\(try await server.start())"
  }

  func stop() async {
    await server.stop()
    await database.close()
  }

  /// A client of the server, as it is discovered.
  func client(
    redirectURI: String = SignInServer.redirectURI, scope: String = "openid database",
    transport: any HTTPTransport = CurlTransport()
  ) async throws -> OAuthClient {
    let found = try await AuthorizationServer.discover(issuer: url, transport: transport)
    return try OAuthClient(found, clientID: "app", redirectURI: redirectURI, scope: scope, transport: transport)
  }

  /// Signs in by the page, and gives the address that the browser is sent to.
  func callback(of attempt: SignInAttempt, as name: String = "ada") async throws -> String {
    try await PlainBrowser().signIn(at: attempt.url, name: name, password: Self.password)
  }

  /// Signs in.
  func grant(_ client: OAuthClient, as name: String = "ada") async throws -> TokenGrant {
    let attempt = client.begin()
    return try await client.finish(attempt, callback: try await callback(of: attempt, as: name))
  }

  /// The status of a statement over PerSQL.
  func status(_ token: String?, database: String, _ sql: String = "SELECT 1") async throws -> Int {
    try await HTTP.post(
      url + "/v1/db/\(database)/query", "{\"sql\":\"\(sql)\"}",
      headers: [("Content-Type", "application/json")] + (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
    ).status
  }
}

extension ServerLimits {
  /// For tests that are not about time, on a machine that may be busy.
  static let patient = ServerLimits(
    statementTime: .seconds(300), transactionTime: .seconds(300), waitingTime: .seconds(300),
    streamIdleTime: .seconds(300))
}

/// Runs a body with a server.
func withSignInServer(
  _ adjust: (inout AuthorizationConfiguration) -> Void = { _ in }, _ body: (SignInServer) async throws -> Void
) async throws {
  let server = try await SignInServer(adjust)
  do {
    try await body(server)
    await server.stop()
  } catch {
    await server.stop()
    throw error
  }
}
#endif
