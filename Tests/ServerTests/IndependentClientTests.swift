import QuarryServer
import TestPeers
import Testing

/// A client that nobody of this project wrote uses the server.
@Suite struct IndependentClientTests {
  @Test(.enabled(if: PythonClient.package != nil, Comment(rawValue: PythonClient.absence)), arguments: [false, true])
  func pythonUsesTheServer(isFile: Bool) async throws {
    let access = ServerAccess(tokens: [ServerToken("a-token-of-the-tests")])
    try await withServer(isFile: isFile, access: access) { served in
      let (output, isRight) = try await PythonClient.use([
        "http://127.0.0.1:\(served.client.port)", "a-token-of-the-tests",
      ])
      #expect(isRight, "\(output)")
      let wanted = ["insert", "select", "inside", "rollback", "commit", "constraint", "values"]
      #expect(output.split(separator: "\n").map(String.init) == wanted)
    }
  }
}
