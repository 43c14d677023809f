#if Identity && Server
// A server that gives each user a database, and an app that signs its user in there and stays signed in.
//
//   ADA_PASSWORD=… swift run --traits Server,Identity SignIn
//
// Sign in as "ada" in the browser that opens. Without one, open the address that is printed.

import Foundation
import Quarry
import QuarryIdentity
import QuarryMemory
import QuarryRemote
import QuarryServer
import QuarrySQLite

@main struct SignIn {
  static func main() async throws {
    guard let password = ProcessInfo.processInfo.environment["ADA_PASSWORD"] else {
      print("Set ADA_PASSWORD to the password with which ada signs in.")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "quarry-sign-in-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    // The server.
    let notes = AuthorizationClient("notes", name: "Notes", redirectURIs: ["http://127.0.0.1/signed-in"])
    let ada = try AuthorizationUser("ada", password: password)
    var rules = AuthorizationConfiguration(clients: [notes], users: [ada])
    // So short that the app refreshes its token before every call.
    rules.lifetimes.accessToken = .seconds(5)
    let authorization = try ServerAuthorization(rules)
    let common = try await Database(MemoryDriver())
    var configuration = ServerConfiguration(common)
    configuration.authorization = authorization
    configuration.makeScratch = { namespace in
      try await Database(SQLiteDriver(path: folder.appending(path: "\(namespace).db").path))
    }
    let server = try QuarryServer(configuration: configuration)
    let address = "http://127.0.0.1:\(try await server.start())"

    // The app.
    let transport = CurlTransport()
    let client = try OAuthClient(
      try await .discover(issuer: address, transport: transport), clientID: "notes",
      redirectURI: "http://127.0.0.1/signed-in", scope: "openid database", transport: transport)
    let session = IdentitySession(client, store: MemoryTokenStore())
    let browser = LoopbackBrowser { page throws(IdentityError) in
      print("Sign in at \(page)")
      try? await SystemBrowser.open(page)
    }
    let grant = try await session.signIn(using: browser)
    print("Signed in. The database is \(grant.database ?? "missing").")

    let database = try await session.database(transport: transport)
    try await database.execute("CREATE TABLE note (text TEXT NOT NULL)")
    for text in ["first", "second", "third"] {
      try await database.execute("INSERT INTO note (text) VALUES (\(text))")
    }
    let texts: SQLFragment = "SELECT text FROM note"
    print(try await database.fetchAll(texts.values(String.self)))
    print("The token was refreshed \(authorization.counts.refreshes) times.")

    authorization.revokeAll(subject: ada.subject)
    do {
      _ = try await database.fetchAll(texts.values(String.self))
    } catch {
      print(error)
    }
    await database.close()
    await server.stop()
    await common.close()
  }
}
#else
@main struct SignIn {
  static func main() { print("Run it with swift run --traits Server,Identity SignIn") }
}
#endif
