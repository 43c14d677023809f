#if Command
import Foundation
import TestPeers
import Testing

extension WholeSuite {
  /// The whole suite on drivers that go over HTTP, in processes of their own.
  @Suite("On libSQL's server", .serialized)
  struct ServerDriverTests {
    @Test(
      "No case fails on libSQL's server",
      .needsSqld)
    func sqld() async throws {
      let server = try await SqldServer(hasNamespaces: true)
      let run = try await QuarryProcess(
        "conformance", "hrana+\(server.url)?admin=\(server.administration)", "--endurance", "3")
      #expect(run.status == 0, "\(run.output)")
      let passed = run.lines.last?.firstMatch(of: /^([0-9]+) passed/).flatMap { Int($0.1) }
      #expect(passed ?? 0 >= 770, "\(run.lines.last ?? "")")
    }
  }
}
#endif
