#if Server
import Crypto
import Foundation
import Quarry
import QuarryRemote
import Testing
import TestPeers
import TestSupport

/// Signed tokens on a real server.
@Suite(
  "Hrana: tokens on sqld", .needsSqld, .serialized)
struct HranaTokenSqldTests {
  /// A server that knows the public half of a key.
  private final class GuardedServer: Sendable {
    let server: SqldServer
    let key = Curve25519.Signing.PrivateKey()
    private let folder: TemporaryFolder

    init() async throws {
      folder = try TemporaryFolder()
      // The beginning of every Ed25519 key in PKCS #8 (RFC 8410).
      let prefix: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
      let body = (Data(prefix) + key.publicKey.rawRepresentation).base64EncodedString()
      let file = try folder.write("-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----\n".utf8, to: "key.pem")
      server = try await SqldServer(["--auth-jwt-key-file", file])
    }

    /// A token with these claims.
    func token(_ claims: String, by other: Curve25519.Signing.PrivateKey? = nil) throws -> String {
      func base64(_ data: some DataProtocol) -> String {
        Data(data).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
      }
      let text = base64(Data(#"{"typ":"JWT","alg":"EdDSA"}"#.utf8)) + "." + base64(Data(claims.utf8))
      return text + "." + base64(try (other ?? key).signature(for: Data(text.utf8)))
    }

    func driver(_ tokens: TokenProvider?) -> HranaDriver { HranaDriver(url: server.url, tokens: tokens) }

    /// The status of a call with a token, asked without the driver.
    func status(_ token: String) async throws -> Int {
      let body = #"{"requests":[{"type":"execute","stmt":{"sql":"SELECT 1"}},{"type":"close"}]}"#
      return try await CurlTransport().send(
        HTTPRequest(
          url: server.url + "/v2/pipeline", headers: [("Authorization", "Bearer " + token)], body: Array(body.utf8))
      ).status
    }
  }

  private func fixed(_ token: String) -> TokenProvider { .fixed(DriverSecret(token)) }

  private static let count: SQLFragment = "SELECT count(*) FROM t"

  @Test func aTokenThatReadsCannotWrite() async throws {
    let guarded = try await GuardedServer()
    let writer = try await Database(guarded.driver(fixed(try guarded.token(#"{"a":"rw"}"#))))
    try await writer.execute("CREATE TABLE t (n INTEGER)")
    try await writer.write { try await $0.execute("INSERT INTO t VALUES (1)") }

    let token = try guarded.token(#"{"a":"ro"}"#)
    let reader = try await Database(guarded.driver(fixed(token)))
    #expect(try await reader.fetchAll(Self.count.values(Int.self)) == [1])
    let inside = try await reader.read { transaction in
      try await transaction.fetchAll(Self.count.values(Int.self))
    }
    #expect(inside == [1])
    let writes: [(String, @Sendable () async throws -> Void)] = [
      ("a statement", { try await reader.execute("INSERT INTO t VALUES (2)") }),
      ("rows", { _ = try await reader.fetchAll(("INSERT INTO t VALUES (2) RETURNING n" as SQLFragment).rows()) }),
      ("a definition", { try await reader.execute("CREATE TABLE u (n)") }),
      ("a transaction", { _ = try await reader.write { try await $0.execute("INSERT INTO t VALUES (2)") } }),
      ("a script", { try await reader.executeScript("INSERT INTO t VALUES (2); INSERT INTO t VALUES (3)") }),
      (
        "a batch",
        {
          try await reader.batch { batch in
            batch.execute("INSERT INTO t VALUES (2)")
            batch.execute("INSERT INTO t VALUES (3)")
          }
        }
      ),
    ]
    for (name, write) in writes {
      let error = await thrownError(write)
      #expect(error?.code == .authorization && error?.outcome == .notApplied, "\(name): \(error.map { "\($0)" } ?? "")")
      #expect(error.map { "\($0)".contains(token) } == false)
      #expect(try await reader.fetchAll(Self.count.values(Int.self)) == [1], "\(name)")
    }
    // Nothing of it holds the writer up.
    try await writer.execute("INSERT INTO t VALUES (4)")
    #expect(try await reader.fetchAll(Self.count.values(Int.self)) == [2])
    await reader.close()
    await writer.close()
  }

  @Test func whoHasNoGoodTokenIsRefused() async throws {
    let guarded = try await GuardedServer()
    let stranger = Curve25519.Signing.PrivateKey()
    let expired = try guarded.token(#"{"a":"rw","exp":1000000000}"#)
    let tokens: [(TokenProvider?, String)] = [
      (nil, "Unauthorized"), (fixed(expired), "expired"),
      (fixed(try guarded.token(#"{"a":"rw"}"#, by: stranger)), "Unauthorized"),
      (fixed("no.token.atall"), "Unauthorized"),
    ]
    for (provider, words) in tokens {
      let error = await thrownError {
        let database = try await Database(guarded.driver(provider))
        try await database.execute("CREATE TABLE t (n)")
      }
      #expect(error?.code == .authorization && error?.outcome == .notApplied)
      #expect(error?.message.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
      #expect(error.map { "\($0)".contains(expired) } == false)
    }
    let writer = try await Database(guarded.driver(fixed(try guarded.token("{}"))))
    try await writer.execute("CREATE TABLE t (n)")
    await writer.close()
  }

  /// The token expires while the program runs: the next call fetches another one and is made again, also in the middle
  /// of a transaction.
  @Test func aTokenThatExpiresIsRenewed() async throws {
    let guarded = try await GuardedServer()
    let given = Protected<[String]>([])
    // The server lets a token live for a minute more than it says.
    let first = try guarded.token(#"{"a":"rw","exp":\#(Int(Date().timeIntervalSince1970) - 57)}"#)
    let second = try guarded.token(#"{"a":"rw"}"#)
    let provider = TokenProvider { () throws(DatabaseError) in
      DriverSecret(
        given.withLock { given in
          given.append(given.isEmpty ? first : second)
          return given[given.count - 1]
        })
    }
    let database = try await Database(guarded.driver(provider))
    try await database.execute("CREATE TABLE t (n INTEGER)")
    try await database.write { transaction in
      try await transaction.execute("INSERT INTO t VALUES (1)")
      var status = 200
      for _ in 0..<3000 where status == 200 {
        try await Task.sleep(for: .milliseconds(10))
        status = try await guarded.status(first)
      }
      #expect(status == 401)
      try await transaction.execute("INSERT INTO t VALUES (2)")
    }
    let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<8 { group.addTask { try await database.fetchOne(Self.count.values(Int.self)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2, count: 8))
    #expect(given.withLock { $0 } == [first, second])
    await database.close()
  }

  /// A provider that gives the refused token again is asked no further.
  @Test func aTokenThatStaysExpiredIsAnError() async throws {
    let guarded = try await GuardedServer()
    let asked = Protected(0)
    let expired = try guarded.token(#"{"exp":1000000000}"#)
    let provider = TokenProvider { () throws(DatabaseError) in
      asked.withLock { $0 += 1 }
      return DriverSecret(expired)
    }
    let error = await thrownError {
      let database = try await Database(guarded.driver(provider))
      try await database.execute("CREATE TABLE t (n)")
    }
    #expect(error?.code == .authorization && error?.outcome == .notApplied)
    #expect(asked.withLock { $0 } <= 4)
  }
}
#endif
