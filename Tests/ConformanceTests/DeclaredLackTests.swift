#if Command
import Quarry
import QuarryConformance
import QuarryMemory
import TestSupport
import Testing

/// What a driver declares to lack is left out of a case with the reason, and everything else of it still holds.
@Suite("Lacks that are declared")
struct DeclaredLackTests {
  private struct Declaring: DriverUnderTest {
    let name = "declaring"
    let kinds: Set<DriverKind> = [.memory, .shared]
    let declare: @Sendable (inout DriverCapabilities) -> Void
    func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
      DeclaringDriver(VagueDriver(base: MemoryDriver(name: request.identifier)), declare: declare)
    }
    func remove(_ request: DriverRequest) async throws {}
  }

  /// Does not know what stayed of a statement that broke a constraint, unless it says so.
  private struct VagueDriver: ForwardingDriver {
    let base: MemoryDriver
    nonisolated(nonsending) func open(
      _ role: ConnectionRole
    ) async throws(DatabaseError) -> sending VagueConnection { VagueConnection(base: try await base.open(role)) }
  }

  private final class VagueConnection: ForwardingConnection {
    let base: MemoryDriver.Connection
    init(base: sending MemoryDriver.Connection) { self.base = base }
    nonisolated(nonsending) func prepare(
      _ sql: String
    ) async throws(DatabaseError) -> PreparedStatement<VagueStatement>? {
      guard let prepared = try await base.prepare(sql) else { return nil }
      return PreparedStatement(statement: VagueStatement(base: prepared.statement), byteCount: prepared.byteCount)
    }
  }

  private final class VagueStatement: ForwardingStatement {
    let base: MemoryDriver.Connection.Statement
    init(base: MemoryDriver.Connection.Statement) { self.base = base }
    nonisolated(nonsending) func step(
      into batch: SQLRowBatch, limit: Int
    ) async throws(DatabaseError) -> StepResult {
      do throws(DatabaseError) {
        return try await base.step(into: batch, limit: limit)
      } catch {
        var error = error
        if sql.hasPrefix("INSERT OR FAIL") { error.outcome = .unknown }
        throw error
      }
    }
  }

  /// Cases that rest on what is declared, and whether each has parts that do not apply.
  struct Lack: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var declare: @Sendable (inout DriverCapabilities) -> Void
    var cases: [String]
    var reason: String?
  }

  static let all: [Lack] = [
    Lack(
      testDescription: "parameters",
      declare: {
        $0.limits.parameters = 255
        $0.exactOutcomes = false
      }, cases: ["SEC-10", "DRIFT-14", "DRIFT-19", "BIND-19", "BIND-20", "STMT-10"], reason: "longStatements"),
    Lack(
      testDescription: "every limit",
      declare: {
        $0.limits.sqlBytes = 200_000
        $0.limits.columns = 100
        $0.limits.compoundSelectTerms = 50
        $0.limits.expressionDepth = 100
        $0.limits.valueBytes = 100_000
      }, cases: ["SEC-10", "DRIFT-14", "BIND-19", "STMT-10", "VAL-26"], reason: "largeValues"),
    Lack(
      testDescription: "a result's header", declare: { $0.limits.resultHeaderBytes = 1000 },
      cases: ["VAL-49", "STMT-10"], reason: "wideResults"),
    Lack(
      testDescription: "zero bytes", declare: { $0.zeroBytes = false }, cases: ["VAL-23"],
      reason: nil),
    Lack(testDescription: "outcomes", declare: { $0.exactOutcomes = false }, cases: ["CON-02"], reason: nil),
  ]

  private func results(_ lack: Lack) async throws -> [CaseResult] {
    let driver = Declaring(declare: lack.declare)
    let database = try await Database(driver.driver(for: DriverRequest(folder: "/", name: "profile")))
    let profile = DriverProfile(capabilities: database.capabilities)
    await database.close()
    var results: [CaseResult] = []
    for planned in Conformance.plan(driver, profile, CaseSelection(ids: Set(lack.cases))) {
      results.append(await planned.result())
    }
    return results
  }

  @Test(arguments: all)
  func leftOut(_ lack: Lack) async throws {
    let results = try await results(lack)
    #expect(results.count == lack.cases.count)
    for result in results { #expect(result.failures.map(\.message) == [], "\(result)") }
    let omissions = results.flatMap { ($0.omissions ?? []) + [$0.note].compactMap(\.self) }
    if let reason = lack.reason { #expect(omissions.contains { $0.contains(reason) }, "\(results)") }
  }

  @Test("A lack that is not declared fails its case", arguments: ["CON-02"])
  func notDeclared(_ id: String) async throws {
    let results = try await results(Lack(testDescription: id, declare: { _ in }, cases: [id]))
    #expect(results.contains { $0.status == .fail })
  }
}
#endif
