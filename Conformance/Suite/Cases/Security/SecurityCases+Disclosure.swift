import Quarry

extension SecurityCases {
  /// What errors and logs reveal.
  static let disclosure: [ConformanceCase] = [
    ConformanceCase(
      "SEC-17", "errors and logs hide values: 50 planted secrets are in none of them", .core, "Quarry: DatabaseError",
      "Neither an error nor a log line MUST contain a bound value."
    ) { test in
      let emissions = Emissions()
      let database = try await test.database(test.request(), emissions.configuration())
      try await database.execute(
        "CREATE TABLE t(a TEXT UNIQUE, b TEXT CHECK(length(b) < 5), c INTEGER NOT NULL REFERENCES p(id))")
      try await database.execute("CREATE TABLE p(id INTEGER PRIMARY KEY)")
      try await database.execute("INSERT INTO p VALUES(1)")
      let secrets = (0..<50).map { "planted-secret-\(1000 + $0 * 37)-\(String($0 * 7919, radix: 36))" }
      var errors = 0
      for secret in secrets {
        try await database.execute("INSERT INTO t VALUES(\(secret), 'ok', 1)")
        for fragment in leaks(secret) {
          do {
            _ = try await database.fetchAll(fragment.rows(readOnly: false))
          } catch {
            errors += 1
            emissions.append("\(error) \(String(reflecting: error)) \((error as? DatabaseError)?.message ?? "")")
          }
        }
        do {
          _ = try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(Int.self, Int.self))
        } catch {
          errors += 1
          emissions.append("\(error) \(String(reflecting: error))")
        }
      }
      test.expect(errors >= 50 * 6, "the statements fail, as intended: \(errors)")
      let told = emissions.text
      for secret in secrets { test.expect(!told.contains(secret), "a planted secret is shown to nobody") }
      // A literal of the caller's own text may be in an error, which the caller gets, and in nothing else.
      let literals = Emissions()
      let watched = try await test.database(test.request("literals"), literals.configuration())
      for sql in literalTexts("planted-literal-text") {
        do { try await watched.execute(SQLFragment(raw: sql)) } catch { errors += 1 }
      }
      literals.expectStatements(test)
      let text = literals.text
      test.expect(!text.contains("planted-literal"), "a planted literal is in no log and no instrument")
      test.expect(!text.contains("1471104711"), "nor is a number")
      test.expect(!text.contains("706c616e746564"), "nor the bytes of a blob")
      await test.expectUsable(database)
    }
  ]

  /// Statements that hold a value as a literal, well formed or not.
  private static func literalTexts(_ secret: String) -> [String] {
    let hexadecimal = secret.utf8.map { String($0, radix: 16) }.joined()
    return [
      "CREATE TABLE u (a)", "INSERT INTO u VALUES ('\(secret)')", "INSERT INTO u VALUES (x'\(hexadecimal)')",
      "INSERT INTO u VALUES (1471104711)", "INSERT INTO u VALUES (1471104711.5e3)", "UPDATE u SET a = 'O''\(secret)'",
      "SELECT a FROM u -- \(secret)", "SELECT a /* \(secret) */ FROM u",
      "SELECT a FROM u WHERE a = 'O'Brien \(secret)'",
      "SELECT 'open \(secret)", "SELECT FROM u WHERE a = '\(secret)'", "PRAGMA user_version = 1471104711",
      "DELETE FROM u WHERE a IN ('\(secret)', 1471104711)",
    ]
  }

  /// Statements that fail while they have a bound value.
  private static func leaks(_ secret: String) -> [SQLFragment] {
    [
      "INSERT INTO t VALUES(\(secret), 'ok', 1)",
      "INSERT INTO t VALUES('x' || \(secret), \(secret), 1)",
      "INSERT INTO t VALUES('y' || \(secret), 'ok', NULL)",
      "SELECT \(secret), nosuch FROM t",
      "SELECT FROM t WHERE a = \(secret)",
      "SELECT abs(-9223372036854775807 - 1) WHERE \(secret) <> ''",
      "SELECT 1 LIMIT \(secret)",
      "SELECT \(secret), \(secret) FROM nosuch",
      "SELECT 'a' LIKE 'b' ESCAPE \(secret)",
      "INSERT INTO p VALUES(\(secret))",
    ]
  }
}
