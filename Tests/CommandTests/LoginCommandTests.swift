#if Command
import Foundation
import Quarry
import QuarryIdentity
import QuarryMemory
import QuarryRemote
import QuarryServer
import TestSupport
import Testing

@testable import QuarryCommandKit

/// Signing in and out from the command line, against an authorization server on loopback and a database behind tokens.
@Suite struct LoginCommandTests {
  /// Both servers, and a folder for the sign-ins.
  private final class Place: Sendable {
    let authorization: AuthorizationDouble
    let files: TestSupport.TemporaryFolder
    let port: Int
    private let database: Database
    private let server: QuarryServer

    init() async throws {
      files = try TestSupport.TemporaryFolder()
      database = try await Database(MemoryDriver())
      server = try QuarryServer(
        configuration: ServerConfiguration(
          databases: [ServedDatabase(database, name: "app")],
          access: ServerAccess(tokens: (1...2000).map { ServerToken("access-\($0)") })))
      port = try await server.start()
      authorization = try AuthorizationDouble(
        grant: #","database":"default/app","api_url":"http://127.0.0.1:\#(port)""#)
    }

    static func with(_ body: (Place) async throws -> Void) async throws {
      let place = try await Place()
      let result: Result<Void, any Error>
      do { result = .success(try await body(place)) } catch { result = .failure(error) }
      await place.server.stop()
      await place.database.close()
      try result.get()
    }

    var folder: String { files.path + "quarry/logins" }

    /// Runs a command; what it asks a browser to open is opened.
    func run(_ arguments: String...) async -> CommandRun {
      await LoginFolder.$replacement.withValue(folder) {
        await CommandRun(arguments: arguments, parts: [], onError: { Self.browse($0) })
      }
    }

    func login(_ further: String...) async -> CommandRun {
      let arguments = [
        "login", authorization.issuer, "--client-id", "app", "--scope", "openid database", "--no-browser",
      ]
      return await LoginFolder.$replacement.withValue(folder) {
        await CommandRun(arguments: arguments + further, parts: [], onError: { Self.browse($0) })
      }
    }

    private static func browse(_ text: String) {
      guard let page = text.split(separator: "\n").first(where: { $0.hasPrefix("http://127.0.0.1") }) else { return }
      Task.detached {
        var next: String? = String(page)
        while let url = next {
          next = try await CurlTransport().send(HTTPRequest(method: "GET", url: url)).header("Location")
        }
      }
    }

    /// What the commands have stored, and what nobody may find in it.
    func hidesTokens() -> Bool {
      for name in FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? [] {
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        for text in ["access-", "refresh-"] where bytes.range(of: Data(text.utf8)) != nil { return false }
      }
      return true
    }

    func mode(_ name: String) -> Int? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: folder + name)
      return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }
  }

  @Test("A sign-in is kept and used, listed without tokens, revoked and removed") func life() async throws {
    try await Place.with { place in
      #expect(await place.run("login", "--list").output == "There are no sign-ins.\n")
      let login = await place.login("--name", "work")
      #expect(login.code == 0, "\(login.error)")
      #expect(login.output.contains("Signed in as work.") && login.output.contains("quarry sql persql:work"))
      #expect(place.authorization.state.value.scopes == ["openid database"])
      #expect(place.hidesTokens())
      #expect(place.mode("") == 0o700)
      for name in ["/work.json", "/work.tokens", "/key"] { #expect(place.mode(name) == 0o600, "\(name)") }
      let made = await place.run("sql", "persql:work", "CREATE TABLE t(n)")
      #expect(made.code == 0, "\(made.error)")
      let origin = "127.0.0.1:\(place.port)"
      for url in [
        "persql:work", "persql+http://\(origin)/default/app?login=work", "hrana+http://\(origin)?login=work",
      ] {
        let run = await place.run("sql", url, "SELECT 42 AS n")
        #expect(run.code == 0 && run.output.contains("42"), "\(url): \(run.error)")
      }
      let list = await place.run("login", "--list")
      #expect(list.output.contains("work") && list.output.contains("default/app") && list.output.contains("renewed"))
      let all = [login, made, list].map { $0.output + $0.error }.joined()
      #expect(!all.contains("access-") && !all.contains("refresh-"))
      #expect(await place.run("logout", "wrk").error.contains("work"))
      let logout = await place.run("logout")
      #expect(logout.code == 0 && logout.output == "Signed out of work.\n", "\(logout.error)")
      #expect(place.authorization.state.value.revoked == ["refresh-1", "access-1"])
      #expect(!FileManager.default.fileExists(atPath: place.folder + "/work.tokens"))
      let after = await place.run("sql", "persql:work", "SELECT 1")
      #expect(after.code == 64 && after.error.contains("no sign-in"))
    }
  }

  @Test("The token goes to the service of the sign-in only") func otherPlaces() async throws {
    try await Place.with { place in
      #expect(await place.login("--name", "work").code == 0)
      let other = try LoopbackServer(answer: Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8))
      for url in [
        "persql+http://127.0.0.1:\(other.port)/default/app?login=work",
        "hrana+http://127.0.0.1:\(other.port)?login=work",
        "hrana+http://localhost:\(place.port)?login=work", "persql+https://api.persql.test/a/b?login=work",
      ] {
        let run = await place.run("sql", url, "SELECT 1")
        #expect(run.code == 64 && run.error.contains("another service"), "\(url): \(run.error)")
      }
      #expect(other.requests.isEmpty)
      for url in [
        "persql:work?login=work", "persql://work", "persql:../work", "hrana+http://h?login=work&token-env=HOME",
      ] {
        #expect(await place.run("sql", url, "SELECT 1").code == 64, "\(url)")
      }
    }
  }

  @Test("Tokens of a service that names no address never go without TLS to another computer") func plain() async throws
  {
    let files = try TestSupport.TemporaryFolder()
    try await LoginFolder.$replacement.withValue(files.path + "logins") {
      let folder = try LoginFolder.current()
      _ = try folder.session(Self.stored, named: "plain")
      try folder.write(Self.stored, as: "plain")
      let run = await CommandRun("sql", "hrana+http://db.example.com?login=plain", "SELECT 1")
      #expect(run.code == 64 && run.error.contains("without TLS"), "\(run.error)")
      // Nobody is signed in: nothing is sent.
      let local = await CommandRun("sql", "hrana+http://127.0.0.1:9?login=plain", "SELECT 1")
      #expect(local.code == 3 && local.error.contains("Sign in"), "\(local.error)")
    }
  }

  private static var stored: StoredLogin {
    get throws {
      StoredLogin(
        server: try .init(authorizationEndpoint: "https://id.example.com/a", tokenEndpoint: "https://id.example.com/t"),
        clientID: "app", scope: "openid", redirectURI: "http://127.0.0.1/x")
    }
  }

  @Test("What is stored of a sign-in is read again, whole") func stored() throws {
    var login = try Self.stored
    for key in [StoredLogin.Key.beside, .variable("KEY"), .file("/a b/\"c\"")] {
      login.key = key
      #expect(try StoredLogin(login.stored) == login)
    }
    login.server.issuer = "https://id.example.com"
    login.server.revocationEndpoint = "https://id.example.com/r"
    login.server.userInfoEndpoint = "https://id.example.com/u"
    login.server.keysEndpoint = "https://id.example.com/k"
    login.server.isNamedInCallbacks = true
    (login.database, login.serviceAddress) = ("a/b", "https://x.example.com")
    #expect(try StoredLogin(login.stored) == login)
    login.server.tokenEndpoint = "http://id.example.com/t"
    #expect(throws: (any Error).self) { try StoredLogin(login.stored) }
    for text in ["", "{}", "[]", #"{"version":2}"#] {
      #expect(throws: (any Error).self) { try StoredLogin(Array(text.utf8)) }
    }
  }

  @Test("What the user denies, and a server that isn't there, store nothing") func denied() async throws {
    try await Place.with { place in
      place.authorization.state.update { $0.denies = true }
      let run = await place.login()
      #expect(run.code == 1 && run.error.contains("access_denied"), "\(run.error)")
      let late = await place.run(
        "login", place.authorization.issuer, "--client-id", "x", "--scope", "y", "--timeout", "1", "--host", "::1",
        "--no-browser")
      #expect(late.code == 1)
      #expect(await place.run("login", "--list").output == "There are no sign-ins.\n")
    }
  }

  @Test("An access that was withdrawn asks for a sign-in, and a second one needs no identifier") func withdrawn()
    async throws
  {
    try await Place.with { place in
      place.authorization.state.update { $0.life = 0 }
      #expect(await place.login("--name", "work").code == 0)
      place.authorization.state.update { $0.good = [] }
      let run = await place.run("sql", "persql:work", "SELECT 1")
      #expect(run.code == 3 && run.error.contains("Sign in again"), "\(run.error)")
      #expect(await place.run("login", "--list").output.contains("signed out"))
      place.authorization.state.update { $0.life = 3600 }
      let again = await place.run("login", place.authorization.issuer, "--name", "work", "--no-browser")
      #expect(again.code == 0, "\(again.error)")
      #expect(await place.run("sql", "persql:work", "SELECT 1").code == 0)
    }
  }

  @Test("A service that can't be reached doesn't keep anybody signed in") func offline() async throws {
    try await Place.with { place in
      #expect(await place.login("--name", "work").code == 0)
      let folder = LoginFolder(path: place.folder)
      var login = try #require(try folder.login("work"))
      login.server.revocationEndpoint = "http://127.0.0.1:\(try LoopbackServer.closedPort())/revoke"
      try folder.write(login, as: "work")
      let run = await place.run("logout", "work")
      #expect(run.code == 1 && run.error.contains("removed here"), "\(run.error)")
      #expect(folder.names.isEmpty)
    }
  }

  @Test("The key of the tokens can be elsewhere") func keys() async throws {
    try await Place.with { place in
      let path = try place.files.write("0123456789abcdef0123456789abcdef\n".utf8, to: "key.txt")
      #expect(await place.login("--name", "work", "--key-file", path).code == 0)
      #expect(!FileManager.default.fileExists(atPath: place.folder + "/key"))
      #expect(await place.run("sql", "persql:work", "SELECT 1").code == 0)
      try place.files.write("another key, which is long enough, but another".utf8, to: "key.txt")
      let run = await place.run("sql", "persql:work", "SELECT 1")
      #expect(run.code != 0 && run.error.contains("decrypted"), "\(run.error)")
      try place.files.write("short".utf8, to: "key.txt")
      #expect(await place.login("--name", "work", "--key-file", path).code == 1)
      #expect(await place.run("login", "--list").output.contains("cannot be read"))
    }
  }

  @Test("Arguments that make no sense are refused") func usage() async throws {
    try await Place.with { place in
      let issuer = place.authorization.issuer
      for arguments in [
        ["login"], ["login", "nowhere"], ["login", "persql"], ["login", issuer, "--client-id", "a"],
        ["login", issuer, "--scope", "a"], ["login", "persql", "--client-id", "a", "--port", "70000"],
        ["login", "persql", "--client-id", "a", "--host", "0.0.0.0"], ["logout"], ["logout", "x"], ["logout", "../x"],
        ["login", "persql", "--client-id", "a", "--key-env", "A", "--key-file", "b"],
      ] {
        let run = await LoginFolder.$replacement.withValue(place.folder) { await CommandRun(arguments: arguments) }
        #expect(run.code == 64, "\(arguments): \(run.error)")
      }
      for name in ["../x", "a/b", ".x", "-x", String(repeating: "a", count: 65)] {
        let run = await place.login("--name=\(name)")
        #expect(run.code == 1 && run.error.contains("name of a sign-in"), "\(name): \(run.error)")
      }
      #expect(place.authorization.state.value.count == 0)
    }
  }

  @Test("Processes at once don't lose the refresh token; the browser is opened without a shell", .enabled(if: hasCurl))
  func processes() async throws {
    try await Place.with { place in
      // What opens the page plays the browser too; the page's address is one argument.
      let script = "#!/bin/sh\n[ $# = 1 ] || exit 9\nexec curl -sSfL -o /dev/null -- \"$1\"\n"
      try place.files.write(script.utf8, to: "xdg-open")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: place.files.file("xdg-open"))
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let environment = [
        "XDG_CONFIG_HOME": String(place.files.path.dropLast()), "DISPLAY": ":0",
        "PATH": "\(place.files.path):\(path)",
      ]
      // Each use refreshes: less is left than what a session keeps as its margin.
      place.authorization.state.update { $0.life = 100 }
      let login = try await CommandProcess(
        ["login", place.authorization.issuer, "--client-id", "app", "--scope", "openid database", "--name", "work"],
        environment: environment
      ).wait()
      #expect(login.code == 0 && login.text.contains("Signed in as work."), "\(login.text)")
      let runs = try (0..<6).map { _ in
        try CommandProcess(["sql", "persql:work", "SELECT 40 + 2 AS n"], environment: environment)
      }
      for run in runs {
        let (code, text) = try await run.wait()
        #expect(code == 0 && text.contains("42"), "\(text)")
      }
      let state = place.authorization.state.value
      #expect(state.misused == 0 && state.count >= 7 && state.good.count == 1)
      let logout = try await CommandProcess(["logout"], environment: environment).wait()
      #expect(logout.code == 0, "\(logout.text)")
      #expect(place.authorization.state.value.revoked.contains("refresh-\(state.count)"))
    }
  }

  private static var hasCurl: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") }
}
#endif
