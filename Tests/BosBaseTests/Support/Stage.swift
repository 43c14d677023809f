#if Identity
import Foundation
import Quarry
import QuarryIdentity
import QuarryRemote
import QuarrySQLite
import TestPeers
import Testing

/// A real server whose mails come to a sink, with its superuser signed in.
final class Stage: Sendable {
  let server: PocketBaseServer
  let sink: MailSink
  let transport = WatchedTransport()
  /// The superuser's client.
  let root: BosBaseClient

  init() async throws {
    server = try await PocketBaseServer()
    sink = try MailSink()
    root = try BosBaseClient(server.url, transport: transport)
    try await root.superusers.authWithPassword(PocketBaseServer.superuser, server.password)
    try await root.call(
      "PATCH", ["api", "settings"],
      body: [
        "smtp": ["enabled": true, "host": "127.0.0.1", "port": .integer(Int64(sink.port)), "tls": false],
        "batch": ["enabled": true, "maxRequests": 1000, "timeout": 60],
      ])
  }

  /// A client that nobody is signed in at.
  func client(_ change: (inout BosBaseClient.Options) -> Void = { _ in }) throws -> BosBaseClient {
    var options = BosBaseClient.Options()
    change(&options)
    return try BosBaseClient(server.url, transport: transport, options: options)
  }

  /// Creates a collection of accounts that takes passwords and one-time passwords, and sends no mails about sign-ins.
  func makeAccounts(_ name: String, _ settings: [String: BosBaseJSON] = [:]) async throws {
    var body: [String: BosBaseJSON] = [
      "name": .text(name), "type": "auth", "createRule": "", "listRule": "id = @request.auth.id",
      "viewRule": "id = @request.auth.id", "updateRule": "id = @request.auth.id",
      "deleteRule": "id = @request.auth.id", "authAlert": ["enabled": false],
      "otp": ["enabled": true, "duration": 180, "length": 8],
    ]
    body.merge(settings) { $1 }
    try await root.call("POST", ["api", "collections"], body: .object(body))
  }

  /// Creates an account; returns its password.
  func makeAccount(_ address: String, in collection: String) async throws -> String {
    let password = "word-" + UUID().uuidString
    try await client().collection(collection)
      .create(["email": .text(address), "password": .text(password), "passwordConfirm": .text(password)])
    return password
  }

  /// The one-time password of the next mail to an address.
  func oneTimePassword(to address: String, after count: Int = 0) async throws -> String {
    let text = try await sink.mail(to: address, after: count).text
    let found = try #require(text.firstMatch(of: /password is: (?:<strong>)?([0-9]{8})/))
    let password = String(found.output.1)
    transport.hide(password)
    return password
  }

  /// The token of the next mail to an address that leads to an action.
  func token(_ action: String, to address: String) async throws -> String {
    let mark = "auth/\(action)/"
    for number in 0..<9 {
      let mail = try await sink.mail(to: address, after: number)
      guard let found = mail.text.firstRange(of: mark) else { continue }
      let token = String(mail.text[found.upperBound...].prefix { $0.isLetter || $0.isNumber || "._-".contains($0) })
      transport.hide(token)
      return token
    }
    throw NoError()
  }

  /// Changes the server's own database, as time would.
  func age(_ table: String) async throws {
    let database = try await Database(SQLiteDriver(path: server.database))
    let command = SQLFragment(raw: "UPDATE \(table) SET created = '2020-01-01 00:00:00.000Z'")
    try await database.execute(command)
    await database.close()
  }

  /// Looks for secrets in what was shown.
  func finish(_ title: String) throws {
    transport.show(root)
    transport.show(root.authStore)
    try transport.finish(title)
  }
}
#endif
