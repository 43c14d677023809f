#if Command
import QuarryServer
import TestPeers
import TestSupport
import Testing

/// Clients that nobody of this project wrote use the server.
@Suite struct IndependentClientTests {
  private static let token = "a-token-of-the-tests"

  @Test(
    .needs(.libsql),
    arguments: [false, true])
  func pythonUsesTheServer(isFile: Bool) async throws {
    let access = ServerAccess(tokens: [ServerToken(Self.token)])
    try await withServer(isFile: isFile, access: access) { served in
      let (output, isRight) = try await PythonClient.libsql.use(["http://127.0.0.1:\(served.client.port)", Self.token])
      #expect(isRight, "\(output)")
      let wanted = ["insert", "select", "inside", "rollback", "commit", "constraint", "values"]
      #expect(output.split(separator: "\n").map(String.init) == wanted)
    }
  }

  @Test(
    .needs(.libsqlClient),
    arguments: ["http", "ws"], [false, true])
  func theOlderClientUsesTheServer(scheme: String, hasToken: Bool) async throws {
    let access = hasToken ? ServerAccess(tokens: [ServerToken(Self.token)]) : ServerAccess()
    // The transactions of one stream are not seen by another: those are connections of their own.
    try await withServer(isFile: true, access: access) { served in
      let (output, isRight) = try await PythonClient.libsqlClient.use(
        ["\(scheme)://127.0.0.1:\(served.client.port)"] + (hasToken ? [Self.token] : []))
      #expect(isRight, "\(output)")
      let common = ["insert", "select", "values", "batch", "constraint", "atomic", "missing"]
      let interactive = scheme == "ws" ? ["inside", "outside", "rollback", "commit"] : []
      #expect(output.split(separator: "\n").map(String.init) == common + interactive + ["together"])
      #expect(try await eventually { await served.server.openStreams == 0 })
    }
  }
}
#endif
