import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ParameterCases {
  static let secrets: [ConformanceCase] = [
    ConformanceCase(
      "BIND-24", "bound values appear in no error, log or description", .core, "Quarry: DatabaseError",
      "What was bound MUST NOT be in any message, log line or description of an error, a fragment, a query or a row."
    ) { test in
      let emissions = Emissions()
      let database = try await test.database(test.request(), emissions.configuration())
      try await database.execute(
        "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE CHECK (length(b) < 60), c NOT NULL)")
      let secret = "Ochsenfrosch"
      let number: Int64 = 7_319_731_973
      try await database.execute("INSERT INTO t VALUES (\(number), \(secret), 1)")
      var failing: [SQLFragment] = [
        "INSERT INTO t VALUES (\(number), 'x', 1)", "INSERT INTO t VALUES (1, \(secret), 1)",
        "INSERT INTO t VALUES (2, \(String(repeating: secret, count: 9)), 1)",
        "INSERT INTO t VALUES (\(number + 1), \(secret + "!"), NULL)", "INSERT INTO t (a, c) VALUES (\(secret), 1)",
        "SELECT 1 LIMIT \(secret)", "SELECT abs(\(Int64.min)), \(secret)", "SELECT 'a' LIKE 'b' ESCAPE \(secret)",
        "SELECT \(secret) FROM missing", "SELECT \(secret), \(number) FORM t",
        "SELECT a FROM t WHERE no_such_function(\(secret))",
        SQLFragment(raw: "SELECT ?", values: [.text(secret), .integer(number)]),
        SQLFragment(raw: "SELECT ?, ?, ?", values: [.text(secret), .integer(number)]),
        "SELECT \(UInt64.max - 7319), \(secret)", "SELECT \(Decimal.nan), \(secret)",
      ]
      if test.section(requires: .feature(.jsonCore)) {
        failing += [
          "SELECT json(\("{" + secret))", "SELECT json_extract('{}', \(secret))", "SELECT json_set('{}', \(secret), 1)",
        ]
      }
      if test.section(requires: .feature(.fts5)) {
        try await database.execute("CREATE VIRTUAL TABLE f USING fts5(v)")
        failing += [
          "SELECT * FROM f WHERE f MATCH \(secret + " \"")", "SELECT * FROM f WHERE f MATCH \(secret + ":x")",
          "SELECT * FROM f WHERE f MATCH \("( " + secret)",
        ]
      }
      if test.section("a path", requires: .file, .capability(.attach)) {
        failing.append("ATTACH \("/missing/\(secret)/\(secret).db") AS other")
      }
      for fragment in failing {
        do {
          _ = try await database.fetchAll(fragment.rows(readOnly: false))
          test.fail("the statement fails: \(fragment.sql)")
        } catch {
          test.expectHidden(error, "an error of \(fragment.sql)")
        }
        test.expectHidden(fragment, "the fragment \(fragment.sql)")
      }
      let wrong: [(String, @Sendable () async throws -> Void)] = [
        ("Int", { _ = try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(Int.self)) }),
        ("UUID", { _ = try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(UUID.self)) }),
        ("Date", { _ = try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(Date.self)) }),
        ("Decimal", { _ = try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(Decimal.self)) }),
        ("URL", { _ = try await database.fetchAll(("SELECT \(secret + " %%")" as SQLFragment).values(URL.self)) }),
        ("Int8", { _ = try await database.fetchAll(("SELECT \(number)" as SQLFragment).values(Int8.self)) }),
        ("record", { try await database.insert(StoredValue(path: secret, value: .integer(number))) }),
        ("batch", { try await database.batch { $0.execute("INSERT INTO t VALUES (1, \(secret), 1)") } }),
      ]
      for (name, body) in wrong {
        do {
          try await body()
          test.fail("\(name) is refused")
        } catch {
          test.expectHidden(error, "the error of \(name)")
        }
      }
      let query = ("SELECT \(secret) AS s, \(number) AS n" as SQLFragment).rows()
      test.expectHidden(query, "a query")
      test.expectHidden(try test.require(try await database.fetchOne(query), "there is a row"), "a row")
      test.expectHidden(database, "a database")
      await database.close()
      emissions.expectStatements(test)
      test.expectHidden(emissions.text, "what the database tells of itself")
    }
  ]
}

extension CaseContext {
  /// Asserts that no description of a value contains a bound value.
  fileprivate func expectHidden(_ value: Any, _ message: String, file: StaticString = #fileID, line: UInt = #line) {
    var texts = ["\(value)", String(reflecting: value)]
    if let error = value as? DatabaseError {
      texts += [error.message] + (error.underlying.map { [String(reflecting: $0)] } ?? [])
    }
    let found = texts.first { text in
      ["Ochsenfrosch", "7319731973", "7319731974", "18446744073709544296"].contains { text.contains($0) }
    }
    expect(found == nil, "\(message) hides the values" + (found.map { ": " + $0 } ?? ""), file: file, line: line)
  }
}
