import Foundation
import TestPeers
import Testing

extension WholeSuite {
  /// The whole suite on drivers that go over HTTP, in processes of their own.
  @Suite("On libSQL's server", .serialized)
  struct ServerDriverTests {
    @Test(
      "No case fails on libSQL's server",
      .enabled(if: SqldServer.program != nil, Comment(rawValue: SqldServer.absence)))
    func sqld() async throws {
      let server = try await SqldServer(hasNamespaces: true)
      let run = try await QuarryProcess("conformance", "hrana+\(server.url)?admin=\(server.administration)")
      #expect(run.status == 0, "\(run.output)")
    }
  }
}
