#if Command
import QuarryConformance
import Testing

extension WholeSuite {
  /// The whole suite on the three local drivers, in processes of their own.
  @Suite("On the local drivers", .serialized)
  struct LocalDriverTests {
    @Test("No case fails", arguments: ["sqlite:", "memory:", QuarryProcess.sqlcipher])
    func everyCase(_ url: String) async throws {
      let run = try await QuarryProcess("conformance", url)
      #expect(run.status == 0, "\(run.output)")
      let passed = run.lines.last?.firstMatch(of: /^([0-9]+) passed/).flatMap { Int($0.1) }
      #expect(passed ?? 0 >= 800, "\(run.lines.last ?? "")")
    }

    @Test("Every broken driver is noticed")
    func selfTest() async throws {
      let run = try await QuarryProcess("conformance", "sqlite:", "--self-test")
      #expect(run.status == 0, "\(run.output)")
      #expect(Mutation.all.count >= 60)
      #expect(run.lines.last == "\(Mutation.all.count) passed, 0 failed, 0 skipped")
    }

    @Test("Random queries have the same answers on all drivers, native and lowered")
    func differential() async throws {
      let run = try await QuarryProcess(
        "conformance", "sqlite:", "memory:", QuarryProcess.sqlcipher, "--differential", "400", "--seed", "20261121")
      #expect(run.status == 0, "\(run.output)")
    }

    @Test("A difference is found and made small")
    func shrinking() async throws {
      let run = try await QuarryProcess(
        "conformance", "memory:", "mutant:drops-last-row+memory:", "--differential", "400")
      #expect(run.status == 1)
      #expect(run.output.contains("drivers differ"))
      #expect(run.lines.count { $0.contains("CREATE TABLE") } <= 2)
      #expect(run.lines.count { $0.contains("INSERT INTO") } <= 2)
    }
  }
}
#endif
