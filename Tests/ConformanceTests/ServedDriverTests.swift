#if Command
import Foundation
import QuarryConformance
import Testing
import TestSupport

extension WholeSuite {
  /// The whole suite over the network: `quarry conformance` against `quarry serve`, each a process of its own.
  @Suite("Over the network", .serialized)
  struct ServedDriverTests {
    @Test("No case fails")
    func everyCase() async throws {
      let server = try QuarryProcess.start(["serve", "memory:", "--scratch", "--port", "0", "--statement-time", "300"])
      let port = try #require(await Self.port(of: server), "the server says where it listens")
      let run = try await QuarryProcess(
        "conformance", "hrana+http://127.0.0.1:\(port)?namespace=*", "--jobs", "4", "--endurance", "3")
      #expect(run.status == 0, "\(run.output)")
      // It is the whole suite: what does not apply to a server has its reasons.
      let passed = run.lines.last?.firstMatch(of: /^([0-9]+) passed/).flatMap { Int($0.1) }
      #expect(passed ?? 0 >= 775, "\(run.lines.last ?? "")")
      server.terminate()
      #expect(await server.waitUntilEnd() == .exit(0), "the server ends in order")
    }

    @Test("No case fails over PerSQL either, which carries less")
    func everyCaseOverPerSQL() async throws {
      let server = try QuarryProcess.start(["serve", "memory:", "--scratch", "--port", "0", "--statement-time", "300"])
      let port = try #require(await Self.port(of: server), "the server says where it listens")
      let run = try await QuarryProcess(
        "conformance", "persql+http://127.0.0.1:\(port)/*/main", "--jobs", "4", "--endurance", "3")
      #expect(run.status == 0, "\(run.output)")
      let passed = run.lines.last?.firstMatch(of: /^([0-9]+) passed/).flatMap { Int($0.1) }
      #expect(passed ?? 0 >= 745, "\(run.lines.last ?? "")")
      server.terminate()
      #expect(await server.waitUntilEnd() == .exit(0), "the server ends in order")
    }

    @Test("No case fails where all share one database, whatever the one before has left in it")
    func casesOnOneDatabase() async throws {
      let folder = try TemporaryFolder()
      let left = try await QuarryProcess(
        "sql", "sqlite:\(folder.file())",
        """
        CREATE TABLE many (id INTEGER PRIMARY KEY AUTOINCREMENT, x BLOB); PRAGMA application_id = 11;
        INSERT INTO many (x) VALUES (zeroblob(8000000)); PRAGMA user_version = 12;
        """)
      #expect(left.status == 0, "\(left.output)")
      let server = try QuarryProcess.start([
        "serve", "sqlite:\(folder.file())", "--port", "0", "--statement-time", "300",
      ])
      let port = try #require(await Self.port(of: server), "the server says where it listens")
      let cases = [
        "BIND-15", "BIND-16", "TXN-06", "TXN-15", "TXN-20", "PRED-01", "PRED-02", "PRED-03", "DDL-08", "DDL-15",
        "DDL-19", "DDL-25",
        "JSON-21",
        "SEC-02", "GATE-42", "META-01", "META-05", "META-09",
      ]
      let run = try await QuarryProcess(
        ["conformance", "hrana+http://127.0.0.1:\(port)"] + cases.flatMap { ["--case", $0] })
      #expect(run.status == 0, "\(run.output)")
      #expect(run.lines.last?.hasPrefix("\(cases.count) passed") == true, "\(run.lines.last ?? "")")
      server.terminate()
      #expect(await server.waitUntilEnd() == .exit(0), "the server ends in order")
    }

    /// The port that a server has chosen, out of the first lines that it writes.
    private static func port(of server: ChildProcess) async -> Int? {
      for await line in server.lines {
        if let found = line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/) { return Int(found.1) }
      }
      return nil
    }
  }
}
#endif
