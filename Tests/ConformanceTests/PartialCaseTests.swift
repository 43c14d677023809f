#if Command
import Foundation
import Quarry
import QuarryConformance
import QuarryMemory
import Testing

/// What is said of cases that ran in part, which cases a selection holds, and children that leave others behind.
@Suite("Parts, selections, children")
struct PartialCaseTests {
  /// A database in memory that declares to carry no blobs, and refuses some things by type.
  private struct Limited: DriverUnderTest {
    let name = "limited"
    let kinds: Set<DriverKind> = [.memory]
    var peculiarities: Set<ServerPeculiarity> = []
    func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
      MemoryDriver(name: request.identifier)
    }
    func remove(_ request: DriverRequest) async throws {}
  }

  /// Runs a body as a case on a driver that declares something.
  private func result(
    lacking: Set<MissingCapability>, peculiarities: Set<ServerPeculiarity> = [],
    _ body: @escaping ConformanceCase.Body
  ) async throws -> CaseResult {
    let database = try await Database(MemoryDriver())
    var capabilities = database.capabilities
    await database.close()
    capabilities.lacking = lacking
    let item = ConformanceCase("VAL-01", "a case of a test", .core, "this test", "It MUST be told.", body: body)
    let plan = Conformance.plan(
      Limited(peculiarities: peculiarities), DriverProfile(capabilities: capabilities), CaseSelection(ids: ["VAL-01"]),
      catalog: ConformanceCatalog(cases: [item]))
    return await (try #require(plan.first)).result()
  }

  private static let refusal = DatabaseError(.unsupportedFeature, "no", missing: .everyStatement)

  @Test("A refusal that is declared is set aside, and what fails behind it still fails")
  func refusalHidesNothing() async throws {
    let passing = try await result(lacking: [.everyStatement]) { test in
      await test.expectUsable(try await test.database())
      await test.expectError(.syntax, "refused") { throw Self.refusal }
      await test.expectUsable(try await test.database())
    }
    #expect(passing.status == .pass)
    #expect(passing.isPartial)
    #expect(passing.assertions == 2)
    let failing = try await result(lacking: [.everyStatement]) { test in
      await test.expectError(.syntax, "refused") { throw Self.refusal }
      test.expect(false, "a failure behind the refusal")
    }
    #expect(failing.status == .fail)
    #expect(failing.failures.map(\.message) == ["a failure behind the refusal"])
    let ended = try await result(lacking: [.everyStatement]) { test in
      await test.expectUsable(try await test.database())
      throw Self.refusal
    }
    #expect(ended.status == .pass && ended.isPartial)
  }

  @Test("A refusal that is not declared, or after which something stayed, is a failure")
  func undeclared() async throws {
    let undeclared = try await result(lacking: []) { test in
      await test.expectError(.syntax, "refused") { throw Self.refusal }
    }
    #expect(undeclared.status == .fail)
    let applied = try await result(lacking: [.everyStatement]) { _ in
      var error = Self.refusal
      error.outcome = .applied
      throw error
    }
    #expect(applied.status == .fail)
    let nameless = try await result(lacking: [.everyStatement]) { _ in throw DatabaseError(.unsupportedFeature, "no") }
    #expect(nameless.status == .fail)
  }

  @Test("What a server does otherwise than others is left out, and said")
  func peculiarities() async throws {
    for peculiarities in [[], Set(ServerPeculiarity.allCases)] as [Set<ServerPeculiarity>] {
      let found = try await result(lacking: [], peculiarities: peculiarities) { test in
        await test.expectUsable(try await test.database())
        if test.section("a part", unless: .vacuumsEverywhere) { test.fail("this part has run") }
      }
      #expect(found.status == (peculiarities.isEmpty ? .fail : .pass))
      #expect(found.isPartial == !peculiarities.isEmpty)
      #expect(found.omissions?.contains { $0.contains("vacuumsEverywhere") } ?? false == !peculiarities.isEmpty)
    }
  }

  @Test("A case of which nothing ran does not apply, and a part that did not run is in its line of the report")
  func reports() async throws {
    let none = try await result(lacking: [.everyStatement]) { _ in throw Self.refusal }
    #expect(none.status == .notApplicable)
    let part = try await result(lacking: []) { test in
      await test.expectUsable(try await test.database())
      if test.section("in a file", requires: .file) { test.fail("this never runs") }
    }
    #expect(part.omissions == ["in a file: only for drivers of kind file"])
    let line = try ConformanceReport.line(part, "limited")
    #expect(line.contains("in a file: only for drivers of kind file"))
  }

  @Test("Areas and cases in one selection add up")
  func selections() throws {
    let both = CaseSelection(areas: [.life], ids: ["VAL-01"])
    let cases = ConformanceCatalog.current.cases.filter(both.contains)
    #expect(cases.count == ConformanceCatalog.current.cases.count { $0.area == .life } + 1)
    let named = try CaseSelection.environment(["QUARRY_CASES": "VAL-29, stmt"])
    #expect(named == CaseSelection(areas: [.statements], ids: ["VAL-29"]))
    #expect(throws: HarnessError.self) { try CaseSelection.environment(["QUARRY_CASES": "VAL-29,NONE"]) }
  }

  @Test("A child that leaves a process behind has ended when it has ended")
  func childWithDaemon() async throws {
    let child = try ChildProcess("/bin/sh", ["-c", "sleep 20 & echo $!; exit 7"])
    child.closeInput()
    var lines: [String] = []
    for await line in child.lines { lines.append(line) }
    #expect(await child.waitUntilEnd() == .exit(7))
    // What it has left behind still runs: nobody has waited for it.
    let left = try #require(lines.first.flatMap { Int32($0) })
    #expect(kill(left, 0) == 0)
    kill(left, SIGKILL)
  }
}
#endif
