#if Command
import Crypto
import CryptoExtras
import Foundation
import Quarry
import QuarryMemory
import QuarryServer
import Testing

@Suite struct AccessTests {
  static func base64(_ bytes: some DataProtocol) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func token(_ claims: String, algorithm: String, _ sign: (Data) throws -> Data) rethrows -> String {
    let text = base64(Data("{\"typ\":\"JWT\",\"alg\":\"\(algorithm)\"}".utf8)) + "." + base64(Data(claims.utf8))
    return text + "." + base64(try sign(Data(text.utf8)))
  }

  static func shared(_ claims: String, secret: String, algorithm: String = "HS256") -> String {
    token(claims, algorithm: algorithm) { data in
      Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: Data(secret.utf8))))
    }
  }

  @Test func staticTokens() async throws {
    let access = ServerAccess(tokens: [
      ServerToken("alpha"), ServerToken("beta", role: .read), ServerToken("gamma", namespace: "elsewhere"),
    ])
    try await withServer(access: access) { (served) async throws in
      #expect(try await served.status("SELECT 1", nil) == 401)
      #expect(try await served.status("SELECT 1", "alph") == 401)
      #expect(try await served.status("CREATE TABLE IF NOT EXISTS t(n)", "alpha") == 200)
      #expect(try await served.status("SELECT * FROM t", "beta") == 200)
      #expect(try await served.status("INSERT INTO t VALUES (1)", "beta") == 403)
      #expect(try await served.status("SELECT 1", "gamma") == 403)
      #expect(try await served.client.call("GET", "/v3").status == 200)
      #expect(try await served.client.call("GET", "/health").status == 200)
      let page = ["Authorization: Bearer alpha", "Origin: http://example.org"]
      #expect(try await served.query("SELECT 1", headers: page).status == 403)
    }
  }

  @Test func signedTokens() async throws {
    let key = Curve25519.Signing.PrivateKey()
    let access = ServerAccess(keys: [
      .sharedSecret(Array("secret".utf8)), .ed25519(publicKey: Array(key.publicKey.rawRepresentation)),
    ])
    try await withServer(access: access) { (served) async throws in
      let later = Int(Date().timeIntervalSince1970) + 100
      #expect(try await served.answer(Self.shared("{\"a\":\"rw\",\"exp\":\(later)}", secret: "secret")).status == 200)
      #expect(try await served.answer(Self.shared("{}", secret: "wrong")).status == 401)
      #expect(try await served.answer(Self.shared("{}", secret: "secret", algorithm: "none")).status == 401)
      #expect(try await served.answer(Self.shared("{\"p\":{}}", secret: "secret")).status == 401)
      let expired = try await served.answer(Self.shared("{\"exp\":1000}", secret: "secret"))
      #expect(expired.status == 401)
      #expect(expired.text.contains("The JWT has expired"))
      #expect(try await served.answer(Self.shared("{\"nbf\":\(later)}", secret: "secret")).status == 401)
      let reader = try Self.token("{\"a\":\"ro\"}", algorithm: "EdDSA") { try key.signature(for: $0) }
      #expect(try await served.answer(reader).status == 200)
      #expect(try await served.answer(reader, "CREATE TABLE t(n)").status == 403)
      #expect(try await served.answer(reader + "A").status == 401)
      let elsewhere = try Self.token("{\"id\":\"elsewhere\"}", algorithm: "EdDSA") { try key.signature(for: $0) }
      #expect(try await served.answer(elsewhere).status == 403)
      // The public key is no shared secret.
      let confused = Self.token("{}", algorithm: "HS256") { data in
        Data(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: key.publicKey.rawRepresentation)))
      }
      #expect(try await served.answer(confused).status == 401)
    }
  }

  /// Every kind of key in every way in which it may be written, and every algorithm that a token may claim for it.
  @Test func keysDecideOnTheAlgorithm() async throws {
    let ed25519 = Curve25519.Signing.PrivateKey()
    let p256 = P256.Signing.PrivateKey()
    let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let beginning: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
    let pem =
      "-----BEGIN PUBLIC KEY-----\n"
      + Data(beginning + Array(ed25519.publicKey.rawRepresentation)).base64EncodedString()
      + "\n-----END PUBLIC KEY-----\n"
    let algorithms: [(name: String, texts: [String], sign: @Sendable (Data) throws -> Data)] = [
      ("EdDSA", [pem, Self.base64(ed25519.publicKey.rawRepresentation)], { try ed25519.signature(for: $0) }),
      ("ES256", [p256.publicKey.pemRepresentation], { try p256.signature(for: $0).rawRepresentation }),
      (
        "RS256", [rsa.publicKey.pemRepresentation],
        { try rsa.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation }
      ),
    ]
    for (name, texts, sign) in algorithms {
      for text in texts {
        let access = ServerAccess(keys: [try ServerTokenKey(publicKey: text)])
        try await withServer(access: access) { (served) async throws in
          for claimed in ["EdDSA", "ES256", "RS256", "HS256", "none"] {
            let token = try Self.token("{\"a\":\"rw\"}", algorithm: claimed, sign)
            #expect(try await served.answer(token).status == (claimed == name ? 200 : 401), "\(name), \(claimed)")
          }
          let reader = try Self.token("{\"a\":\"ro\"}", algorithm: name, sign)
          #expect(try await served.answer(reader, "CREATE TABLE t(n)").status == 403)
          let tampered = try Self.token("{\"a\":\"rw\"}", algorithm: name) { try sign($0 + Data([0])) }
          #expect(try await served.answer(tampered).status == 401)
        }
      }
    }
    for text in ["", "x", "-----BEGIN PUBLIC KEY-----", Self.base64(Data(count: 31))] {
      #expect(throws: DatabaseError.self) { try ServerTokenKey(publicKey: text) }
    }
  }

  @Test func aStreamBelongsToItsToken() async throws {
    let access = ServerAccess(tokens: [ServerToken("alpha"), ServerToken("beta", role: .read)])
    try await withServer(access: access) { (served) async throws in
      let baton = try await served.pipeline(execute("SELECT 1"), headers: ["Authorization: Bearer beta"]).json()[
        "baton"
      ].string
      let other = try await served.pipeline(
        execute("SELECT 1"), baton: baton, headers: ["Authorization: Bearer alpha"])
      #expect(other.status == 400)
    }
  }

  static let forbidden = [
    "ATTACH 'x.db' AS x", "attach database 'x.db' as x", "/* */ ATTACH 'x.db' AS x", "DETACH main",
    "EXPLAIN ATTACH 'x.db' AS x", "VACUUM INTO 'x.db'", "SELECT load_extension('x')", "SELECT  load_extension ('x')",
    "SELECT [load_extension]('x')", "PRAGMA journal_mode = DELETE", "PRAGMA journal_mode(DELETE)",
    "PRAGMA main.journal_mode = DELETE", "PRAGMA wal_checkpoint", "PRAGMA writable_schema = 1",
    "PRAGMA [writable_schema] = 1", "PRAGMA temp_store_directory = 'x'", "PRAGMA unheard_of",
  ]

  @Test(arguments: forbidden, [false, true]) func statementsThatReachOutside(sql: String, isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let json = try await served.pipeline(execute(sql), execute("SELECT 1")).json()
      #expect(json["results"][0]["error"]["code"].string == "SQL_PARSE_ERROR")
      #expect(json["results"][1]["type"].string == "ok")
      #expect(try await served.query(sql).status == 403)
    }
  }

  @Test(arguments: [false, true]) func theEngineIsAskedToo(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      // A view hides the call from whoever looks at the text of the query.
      _ = try await served.database.execute("CREATE VIEW v AS SELECT load_extension('x') AS n")
      let answer = try await served.query("SELECT n FROM v")
      #expect(answer.status != 200)
      #expect(!answer.text.contains("cannot open shared object"))
    }
  }

  @Test(arguments: [false, true]) func usefulPragmasAreAllowed(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      for sql in [
        "PRAGMA user_version", "PRAGMA user_version = 5", "PRAGMA table_info('t')", "PRAGMA foreign_keys",
        "PRAGMA integrity_check", "PRAGMA main.table_info(t)", "VACUUM", "ANALYZE",
      ] { #expect(try await served.query(sql).status == 200, "\(sql)") }
      #expect(try await served.query("PRAGMA user_version").json()["data"]["rows"][0][0].int == 5)
    }
  }

  @Test func namespaces() async throws {
    let first = try await Database(MemoryDriver())
    let second = try await Database(MemoryDriver())
    try await first.execute("CREATE TABLE one(n)")
    try await second.execute("CREATE TABLE two(n)")
    let server = try QuarryServer(
      configuration: ServerConfiguration(databases: [
        ServedDatabase(first, namespace: "a"), ServedDatabase(second, namespace: "b", name: "x"),
      ]))
    let client = RawClient(port: try await server.start())
    let body = "{\"requests\":[\(execute("SELECT name FROM sqlite_master"))]}"
    func name(_ headers: [String]) async throws -> String? {
      try await client.call("POST", "/v2/pipeline", headers: headers, body: body)
        .json()["results"][0]["response"]["result"]["rows"][0][0]["value"].string
    }
    #expect(try await name([]) == "one")
    #expect(try await name(["x-namespace: b"]) == "two")
    #expect(try await client.call("POST", "/v2/pipeline", headers: ["x-namespace: c"], body: body).status == 404)
    #expect(try await client.call("GET", "/v1/db/b/x/tables").json()["data"][0]["name"].string == "two")
    #expect(try await client.call("GET", "/v1/db/a/x/tables").status == 404)
    await server.stop()
    await first.close()
    await second.close()
  }

  @Test func openAddressesNeedTokens() async throws {
    let database = try await Database(MemoryDriver())
    let open = ServerConfiguration(databases: [ServedDatabase(database)], host: "0.0.0.0")
    #expect(throws: DatabaseError.self) { try QuarryServer(configuration: open) }
    #expect(throws: DatabaseError.self) { try QuarryServer(configuration: ServerConfiguration(databases: [])) }
    await database.close()
  }
}

extension Served {
  /// The status that both protocols answer to a statement.
  func status(_ sql: String, _ token: String?) async throws -> Int? {
    let headers = token.map { ["Authorization: Bearer \($0)"] } ?? []
    let hrana = try await pipeline(execute(sql), "{\"type\":\"close\"}", headers: headers).status
    let perSQL = try await query(sql, headers: headers).status
    #expect(hrana == perSQL)
    return perSQL
  }

  /// The answer to a statement with a token.
  func answer(_ token: String, _ sql: String = "SELECT 1") async throws -> RawClient.Answer {
    try await pipeline(execute(sql), "{\"type\":\"close\"}", headers: ["Authorization: Bearer \(token)"])
  }
}
#endif
