import Quarry
import QuarryMemory
import QuarrySQLiteEngine
import TestSupport
import Testing

/// What a driver declares as its limits is checked before every statement, whatever values it carries.
@Suite("Limits that a driver declares")
struct LimitTests {
  /// How a statement reaches the driver.
  enum Way: String, CaseIterable, Sendable {
    case call, asynchronousBody, synchronousBody, batch, lease, session, prepared

    /// Runs a statement on a connection that declares something.
    func run(
      _ fragment: SQLFragment, _ arrivals: Arrivals, _ declare: @escaping @Sendable (inout DriverCapabilities) -> Void
    ) async throws {
      if self == .session || self == .prepared {
        let session = SQLSession(
          connection: DeclaringConnection(base: try MemoryDriver().openSynchronously(.writer), arrivals, declare))
        defer { session.close() }
        try session.execute("CREATE TABLE t (a)")
        arrivals.removeAll()
        if self == .prepared { return _ = try session.prepare(fragment.sql).rows(fragment.values) }
        return _ = try session.fetchAll(fragment.rows(readOnly: false))
      }
      let database = try await Database(DeclaringDriver(MemoryDriver(), arrivals, declare: declare))
      try await database.execute("CREATE TABLE t (a)")
      arrivals.removeAll()
      switch self {
      case .asynchronousBody: try await database.write { try await $0.execute(fragment) }
      case .synchronousBody: try await database.write { (session: SQLSession) in try session.execute(fragment) }
      case .batch: try await database.batch { $0.execute(fragment) }
      case .lease:
        let lease = try await database.lease()
        _ = try await lease.run(fragment.sql, StatementHandler(values: { _ in fragment.values }, receive: { _ in }))
      default: _ = try await database.fetchAll(fragment.rows(readOnly: false))
      }
    }
  }

  /// A limit, what is just within it, and what is beyond it.
  struct Limit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var declare: @Sendable (inout EngineLimits) -> Void
    var within: SQLFragment
    var beyond: SQLFragment
    var code: DatabaseError.Code
    var missing: MissingCapability
  }

  private static func list(_ count: Int) -> SQLFragment {
    SQLFragment(
      raw: "INSERT INTO t SELECT 1 WHERE 1 IN (\(Array(repeating: "?", count: count).joined(separator: ",")))",
      values: Array(repeating: 1, count: count))
  }

  private static func padded(_ count: Int) -> SQLFragment {
    let text = "INSERT INTO t VALUES (1)"
    return SQLFragment(raw: text + String(repeating: " ", count: count - text.utf8.count))
  }

  private static func value(_ value: SQLValue) -> SQLFragment { "INSERT INTO t VALUES (\(value))" }

  private static func columns(_ count: Int, named name: String = "a") -> SQLFragment {
    SQLFragment(raw: "SELECT " + Array(repeating: "1 AS \(name)", count: count).joined(separator: ","))
  }

  static let all: [Limit] = [
    Limit(
      testDescription: "parameters", declare: { $0.parameters = 255 }, within: list(255), beyond: list(256),
      code: .tooManyParameters, missing: .longStatements),
    Limit(
      testDescription: "the highest parameter", declare: { $0.parameters = 255 }, within: list(1),
      beyond: SQLFragment(raw: "SELECT ?256", values: [1]), code: .tooManyParameters, missing: .longStatements),
    Limit(
      testDescription: "bytes of SQL", declare: { $0.sqlBytes = 300 }, within: padded(300), beyond: padded(301),
      code: .tooBig, missing: .longStatements),
    Limit(
      testDescription: "bytes of a text", declare: { $0.valueBytes = 8 }, within: value("12345678"),
      beyond: value("1234567ä"), code: .tooBig, missing: .largeValues),
    Limit(
      testDescription: "bytes of a blob", declare: { $0.valueBytes = 8 },
      within: value(.blob(Array(repeating: 0, count: 8))), beyond: value(.blob(Array(repeating: 0, count: 9))),
      code: .tooBig, missing: .largeValues),
    Limit(
      testDescription: "columns", declare: { $0.columns = 3 }, within: columns(3), beyond: columns(4), code: .tooBig,
      missing: .wideResults),
    Limit(
      testDescription: "names of columns", declare: { $0.resultHeaderBytes = 9 }, within: columns(3, named: "abc"),
      beyond: columns(3, named: "abcd"), code: .tooBig, missing: .wideResults),
  ]

  @Test("They hold on every way, and nothing beyond them is started", arguments: all, Way.allCases)
  func limits(_ limit: Limit, _ way: Way) async throws {
    let arrivals = Arrivals()
    let declare: @Sendable (inout DriverCapabilities) -> Void = { limit.declare(&$0.limits) }
    try await way.run(limit.within, arrivals, declare)
    #expect(arrivals.statements.contains { limit.within.sql.hasPrefix($0.sql) })
    let error = try await databaseError { try await way.run(limit.beyond, arrivals, declare) }
    #expect(error.code == limit.code)
    #expect(error.outcome == .notApplied && !error.isRetrySafe)
    #expect(error.missing == limit.missing)
    #expect(!arrivals.statements.contains { limit.beyond.sql.hasPrefix($0.sql) })
  }

  @Test("The engine reports its own limits, with its code", arguments: Way.allCases)
  func engineLimits(_ way: Way) async throws {
    let count = try MemoryDriver().openSynchronously(.writer).capabilities.limits.sqlBytes + 1
    guard count < 4_000_000 else { return }
    let error = try await databaseError { try await way.run(Self.padded(count), Arrivals()) { _ in } }
    #expect(error.code == .tooBig)
    #expect(error.engineCode?.primary.rawValue == 18)
    #expect(error.missing == nil)
  }

  @Test("Rendered changes stay below the limit of parameters")
  func rendered() async throws {
    let arrivals = Arrivals()
    let database = try await Database(DeclaringDriver(MemoryDriver(), arrivals) { $0.limits.parameters = 100 })
    try await database.execute("CREATE TABLE Word (id INTEGER PRIMARY KEY, text TEXT UNIQUE, weight REAL)")
    let words = (1...1000).map { Word($0, "w\($0)", 0.5) }
    #expect(try await database.insert(words).affectedRows == 1000)
    #expect(try await database.run(SQLDeleteRecords(Array(words.dropLast()))).affectedRows == 999)
    try await database.batch { $0.run(SQLInsert(Array(words.dropLast()))) }
    #expect(try await database.fetchCount(Word.all) == 1000)
    #expect(arrivals.statements.map(\.values.count).max() == 99, "33 rows of 3 columns")
    await database.close()
  }

  @Test("Zero bytes in a text are refused where a driver does not carry them", arguments: Way.allCases)
  func zeroBytes(_ way: Way) async throws {
    let arrivals = Arrivals()
    let error = try await databaseError { try await way.run(Self.value("a\0b"), arrivals) { $0.zeroBytes = false } }
    #expect(error.code == .unsupportedFeature && error.missing == .zeroBytes && error.outcome == .notApplied)
    try await way.run(Self.value(.blob([0])), arrivals) { $0.zeroBytes = false }
    #expect(!arrivals.statements.contains { $0.values == ["a\0b"] })
  }
}
