import Logging
import Quarry

extension SecurityCases {
  /// What errors and logs tell.
  static let disclosure: [ConformanceCase] = [
    ConformanceCase(
      "SEC-17", "errors and logs hide values: 50 planted secrets are in none of them", .core, "Quarry: DatabaseError",
      "Neither an error nor a log line MUST contain a bound value."
    ) { test in
      let lines = Protected<[String]>([])
      var logger = Logger(label: "conformance") { _ in RecordingLogHandler(lines: lines) }
      logger.logLevel = .trace
      let database = try await test.database(
        test.request(), DatabaseConfiguration(maximumReaders: 2, logger: logger))
      test.expect(!lines.withLock { $0 }.isEmpty, "the database logs")
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
            lines.withLock {
              $0.append("\(error) \(String(reflecting: error)) \((error as? DatabaseError)?.message ?? "")")
            }
          }
        }
        do {
          _ = try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(Int.self, Int.self))
        } catch {
          errors += 1
          lines.withLock { $0.append("\(error) \(String(reflecting: error))") }
        }
      }
      test.expect(errors >= 50 * 6, "the statements fail, as they are meant to: \(errors)")
      let told = lines.withLock { $0 }.joined(separator: "\n")
      for secret in secrets { test.expect(!told.contains(secret), "a planted secret is told to nobody") }
      await test.expectUsable(database)
    }
  ]

  /// Statements that fail with a value in their hands.
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

/// Writes down what is logged.
struct RecordingLogHandler: LogHandler {
  let lines: Protected<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.withLock { $0.append("\(event.message) \(event.metadata ?? [:]) \(metadata)") }
  }
}
