#if Command
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import Testing
import TestPeers
import TestSupport

/// `quarry serve` as its user runs it.
@Suite struct ServeCommandTests {
  private let query = #"{"sql":"SELECT 1"}"#

  private func status(_ process: ServeProcess, _ token: String?, _ sql: String = "SELECT 1") async throws -> Int? {
    try await process.client.call(
      "POST", "/v1/db/default/main/query", headers: token.map { ["Authorization: Bearer \($0)"] } ?? [],
      body: "{\"sql\":\"\(sql)\"}"
    ).status
  }

  @Test func severalTokensFromVariablesAndFiles() async throws {
    let folder = try TemporaryFolder()
    let writers = try folder.write("# people\n three \n\nfour\n".utf8, to: "w")
    let readers = try folder.write("five".utf8, to: "r")
    let secret = String(repeating: "s", count: 32)
    let key = try folder.write("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA".utf8, to: "key")
    let process = try await ServeProcess(
      [
        "memory:", "--port", "0", "--token-env", "T1", "--token-env", "T6@elsewhere", "--read-token-env", "T2",
        "--token-file", writers, "--read-token-file", readers, "--jwt-key-file", key,
        "--jwt-secret-env", "S",
      ], environment: ["T1": "one", "T2": "two", "T6": "six", "S": secret])
    #expect(process.port > 0, "\(process.lines)")
    for (token, reads, writes) in [
      (nil, 401, 401), ("one", 200, 200), ("two", 200, 403), ("three", 200, 200), ("four", 200, 200),
      ("five", 200, 403),
      ("six", 403, 403), ("seven", 401, 401), (AccessTests.shared("{\"a\":\"ro\"}", secret: secret), 200, 403),
      (AccessTests.shared("{}", secret: "another"), 401, 401),
    ] as [(String?, Int, Int)] {
      #expect(try await status(process, token) == reads, "\(token ?? "none")")
      #expect(try await status(process, token, "CREATE TABLE IF NOT EXISTS t(n)") == writes, "\(token ?? "none")")
    }
    process.terminate()
    #expect(try await process.wait() == 0)
  }

  @Test(arguments: [
    (["--token-env", "UNSET_ONE"], "UNSET_ONE holds no token"),
    (["--token-file", "/nowhere"], "/nowhere cannot be read"),
    (["--jwt-key-file", "/dev/null"], "/dev/null cannot be read"),
    (["--jwt-secret-env", "SHORT"], "fewer than 32 bytes"),
    (["--host", "0.0.0.0"], "others can reach this address"), (["--host", "::"], "others can reach this address"),
    (["--tls-certificate-file", "/nowhere", "--tls-key-file", "/nowhere"], "cannot be used"),
    (["--tls-certificate-file", "x"], "need each other"), (["--max-value", "0"], "from 1 on"),
    (["--oauth-user", "ada=SHORT"], "need each other"),
    (["--oauth-issuer", "https://id.example"], "need --oauth-user"),
    (["--oauth-user", "ada", "--oauth-client", "a=app:/x"], "NAME=VARIABLE"),
    (["--oauth-user", "ada=UNSET_ONE", "--oauth-client", "a=app:/x"], "UNSET_ONE holds no password"),
    (["--oauth-user", "ada=SHORT", "--oauth-client", "a=javascript:x"], "redirect URI"),
  ]) func whatMakesNoSenseIsRefused(arguments: [String], message: String) async throws {
    let process = try await ServeProcess(
      ["memory:", "--port", "0"] + arguments, environment: ["SHORT": "short"])
    #expect(process.port == 0)
    #expect(process.lines.joined(separator: " ").contains(message), "\(process.lines)")
    #expect(!process.lines.joined(separator: " ").contains("short"))
    #expect(try await process.wait() != 0)
  }

  @Test func anOpenAddressHasToBeAskedFor() async throws {
    let process = try await ServeProcess(["memory:", "--port", "0", "--host", "0.0.0.0", "--open"])
    #expect(try await status(process, nil) == 200)
    let guarded = try await ServeProcess(
      ["memory:", "--port", "0", "--host", "0.0.0.0", "--token-env", "T"], environment: ["T": "t"])
    #expect(try await status(guarded, nil) == 401)
  }

  @Test func everyOptionIsInTheHelp() async throws {
    let process = try await ServeProcess(["--help"])
    let help = process.lines.joined(separator: "\n")
    for option in [
      "--host", "--port", "--open", "--token-env", "--read-token-env", "--token-file", "--read-token-file",
      "--jwt-key-file", "--jwt-secret-env", "--jwt-secret-file", "--tls-certificate-file", "--tls-key-file",
      "--allow-host", "--allow-origin", "--max-value", "--max-response", "--max-request", "--engine-memory",
      "--max-connections", "--max-streams", "--max-streams-per-client", "--statement-time", "--request-time",
      "--stop-time", "--idempotency-memory", "--read-only", "--scratch", "--namespace",
    ] { #expect(help.contains(option), "\(option)") }
    #expect(try await process.wait() == 0)
  }

  @Test func callsInFlightEndWhenItIsAskedToEnd() async throws {
    let process = try await ServeProcess(["memory:", "--port", "0", "--fault", "delay=300@/v1/"])
    let (port, query) = (process.port, query)
    let socket = try await onThread {
      let socket = try RawSocket(port: port)
      // Both come at once: when the first is answered, the second is being worked on.
      socket.send(
        "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /v1/db/default/main/query HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Length: \(query.utf8.count)\r\n\r\n" + query)
      _ = socket.receive()
      return socket
    }
    process.terminate()
    let rest = try await onThread { String(decoding: socket.receiveAll(), as: UTF8.self) }
    #expect(rest.contains("HTTP/1.1 200 OK") && rest.contains("\"rows\":[[1]]"), "\(rest)")
    #expect(try await process.wait() == 0)
  }

  @Test(.needsOpenSSL)
  func connectionsAreEncrypted() async throws {
    let certificates = try Certificates()
    let process = try await ServeProcess([
      "memory:", "--port", "0", "--tls-certificate-file", certificates.certificate, "--tls-key-file", certificates.key,
    ])
    #expect(process.lines.first?.contains("https://") == true, "\(process.lines)")
    let transport = CurlTransport(.init(caFile: certificates.authority))
    let database = try await Database(HranaDriver(url: "https://127.0.0.1:\(process.port)", transport: transport))
    try await database.execute("CREATE TABLE t(n)")
    try await database.write { transaction in
      for number in 0..<20 { try await transaction.execute("INSERT INTO t VALUES (\(number))") }
    }
    let count: SQLFragment = "SELECT count(*) FROM t"
    let found: Int? = try await database.fetchOne(count.values(Int.self))
    #expect(found == 20)
    await database.close()
    // Without encryption there is nothing to be had.
    let plain = try await process.client.call("GET", "/health")
    #expect(plain.status != 200)
    process.terminate()
    #expect(try await process.wait() == 0)
  }

  /// Few files may be opened, and many times as many connections come: whoever has something to ask is answered.
  @Test func aFloodOfConnectionsWithFewFiles() async throws {
    let process = try await ServeProcess(["memory:", "--port", "0"], openFiles: nil)
    let small = try await ServeProcess(["memory:", "--port", "0"], openFiles: 160)
    for served in [process, small] {
      let port = served.port
      let sockets = try await onThread {
        var sockets: [RawSocket] = []
        for number in 0..<600 {
          let socket = try RawSocket(port: port)
          if number % 3 == 0 { socket.send("POST /v3/pipeline HTTP/1.1\r\nHost: 12") }
          sockets.append(socket)
        }
        return sockets
      }
      for _ in 0..<5 { #expect(try await status(served, nil) == 200) }
      withExtendedLifetime(sockets) {}
    }
    #expect(try ProcessUse(of: small.identifier).descriptors <= 160)
  }
}
#endif
