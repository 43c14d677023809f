import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let statements: [EngineLayerPart] = [
    EngineLayerPart("STMT-38") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      let connection = session.engineConnection
      func rows(_ text: SQLFragment) throws -> [[SQLValue]] { try session.fetchAll(text.rows()).map(\.values) }
      try connection.addFunction("twice", argumentCount: 1) { _ in "first" }
      test.expectIdentical(try rows("SELECT twice(1)"), [["first"]], "the first one")
      let statement = try session.prepare("SELECT twice(1)")
      defer { statement.close() }
      test.expectIdentical(try statement.rows().first?.values.first, "first", "prepared before the second one")
      try connection.addFunction("twice", argumentCount: 1) { _ in "second" }
      test.expectIdentical(try rows("SELECT twice(1)"), [["second"]], "the second one replaces it")
      test.expectIdentical(try statement.rows().first?.values.first, "second", "also in a statement that was prepared")
      try connection.addFunction("twice", argumentCount: 2) { _ in "of two" }
      test.expectIdentical(
        try rows("SELECT twice(1) || twice(1, 2)"), [["secondof two"]], "each number of arguments has its own")
      let outcome = Protected<DatabaseError?>(nil)
      try connection.addFunction("replaces", argumentCount: 0) { _ in
        do { try connection.addFunction("replaces", argumentCount: 0) { _ in 2 } } catch let error as DatabaseError {
          outcome.withLock { $0 = error }
        }
        return 1
      }
      test.expectIdentical(try rows("SELECT replaces()"), [[1]], "the running one ends")
      test.expect(outcome.withLock { $0 } != nil, "a function cannot be replaced while it runs")
      await test.expectUsable(try await test.database())
    },
    EngineLayerPart("STMT-39") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      let connection = session.engineConnection
      try session.execute("CREATE TABLE t(a)")
      try session.execute("INSERT INTO t VALUES (\(SQLValue.blob([1, 2, 3, 4])))")
      if test.section("handles of blobs", requires: .feature(.apiBlobReopen)) {
        let reading = try connection.openBlob(table: "t", column: "a", rowID: 1)
        test.expectThrows(.readOnly, "a write by a handle for reading") { try reading.write([9], at: 1) }
        test.expectEqual(try reading.read(count: 4), [1, 2, 3, 4], "the handle goes on reading")
        reading.close()
      }
      let rows = try session.fetchAll(("SELECT a FROM t" as SQLFragment).rows()).map(\.values)
      test.expectIdentical(rows, [[.blob([1, 2, 3, 4])]], "nothing was written")
      guard test.section("traces", requires: .feature(.apiTraceV2)) else { return }
      let texts = Protected<[String]>([])
      try connection.onTrace { statement in texts.withLock { $0.append(statement.sql) } }
      for text in [
        "SELECT 'zażółć 日本 😀 e\u{301}'", "SELECT 1 AS \"naïve – “quoted”\"", "SELECT '\u{7f}\u{80}\u{fffd}'",
      ] {
        _ = try session.fetchAll(SQLFragment(raw: text).rows())
        test.expectEqual(
          texts.withLock { $0.last.map { Array($0.utf8) } } ?? [], Array(text.utf8), "the trace of \(text)")
      }
    },
    EngineLayerPart("STMT-32") { test in
      let name = "it's secret"
      let missing: SQLFragment = "SELECT \(name) FROM missing"
      let session = try await test.engineSession()
      defer { session.close() }
      let (plain, full) = (Texts(), Texts())
      try session.engineConnection.onTrace { plain.all.append($0.sql) }
      try session.engineConnection.onTrace(includesValues: true) { full.all.append($0.sql) }
      let select: SQLFragment = "SELECT \(name), \(42), \(2.5), \(Int?.none), \(SQLValue.blob([0xca, 0xfe]))"
      _ = try session.fetchAll(select.rows())
      test.expectEqual(plain.all.last, "SELECT ?, ?, ?, ?, ?", "without values")
      test.expectEqual(full.all.last, "SELECT 'it''s secret', 42, 2.5, NULL, x'cafe'", "with values")
      test.expectEqual(plain.all.count, full.all.count, "both observers saw the same statements")
      let error = test.expectSynchronousError(.noSuchObject, "an error of a statement with values") {
        try session.fetchAll(missing.rows())
      }
      test.expect(error?.sql == "SELECT ? FROM missing", "an error shows placeholders")
    },
  ]

  private final class Texts { var all: [String] = [] }
}
