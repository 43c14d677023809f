#if Command
import Foundation
import Quarry
import QuarryConformance
import Testing

extension WholeSuite {
  /// Faults on the way to a server, and drivers that make the wrong thing of them.
  @Suite("Faults on the way to a server", .serialized)
  struct RemoteFaultTests {
    /// The good driver passes what each broken one fails, so that it is the defect that is noticed.
    @Test("A driver that takes a fault for a word of the server is noticed", arguments: ["hrana", "persql"])
    func mutants(_ name: String) async throws {
      let server = try QuarryProcess.start(["serve", "memory:", "--scratch", "--port", "0", "--statement-time", "300"])
      let port = try #require(await Self.port(of: server), "the server says where it listens")
      let url = [
        "hrana": "hrana+http://127.0.0.1:\(port)?namespace=*", "persql": "persql+http://127.0.0.1:\(port)/*/main",
      ]
      let place = try #require(url[name])
      for mutation in [Mutation.none] + Mutation.ofRemotes {
        let run = try await QuarryProcess(
          "conformance", "mutant:\(mutation.id)+\(place)", "--case", "REM-31", "--endurance", "1")
        #expect((run.status == 0) == (mutation.id == Mutation.none.id), "\(mutation.title): \(run.output)")
        if mutation.id != Mutation.none.id { #expect(run.output.contains(" wrong"), "\(run.output)") }
      }
      server.terminate()
      #expect(await server.waitUntilEnd() == .exit(0), "the server ends in order")
    }

    /// A server that is known to serialise keys lets writes be made again, and still nothing is done twice.
    @Test("Lost writes are made again where keys are serialised")
    func serialisedKeys() async throws {
      let server = try QuarryProcess.start(["serve", "memory:", "--scratch", "--port", "0", "--statement-time", "300"])
      let port = try #require(await Self.port(of: server), "the server says where it listens")
      let run = try await QuarryProcess(
        ["conformance", "persql+http://127.0.0.1:\(port)/*/main?serialised-keys=on", "--endurance", "1"]
          + ["REM-09", "REM-10", "REM-11", "REM-12", "REM-31", "REM-32"].flatMap { ["--case", $0] })
      #expect(run.status == 0, "\(run.output)")
      server.terminate()
      #expect(await server.waitUntilEnd() == .exit(0), "the server ends in order")
    }

    private static func port(of server: ChildProcess) async -> Int? {
      for await line in server.lines {
        if let found = line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/) { return Int(found.1) }
      }
      return nil
    }
  }
}
#endif
