internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension DateCases {
  static let clock: [ConformanceCase] = [
    ConformanceCase(
      "DATE-06", "CURRENT_TIMESTAMP", .core, "https://sqlite.org/lang_createtable.html#the_default_clause",
      "CURRENT_TIMESTAMP MUST be UTC, precise to the second, and the same throughout one statement."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      await test.expectRows(
        database,
        """
        SELECT typeof(CURRENT_TIMESTAMP), length(CURRENT_TIMESTAMP), length(CURRENT_DATE), length(CURRENT_TIME),
          CURRENT_TIMESTAMP = datetime('now'), CURRENT_DATE = date('now'), CURRENT_TIME = time('now'),
          CURRENT_TIMESTAMP = CURRENT_DATE || ' ' || CURRENT_TIME,
          CURRENT_TIMESTAMP GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]'
        """, [["text", 19, 10, 8, 1, 1, 1, 1, 1]])
      await test.expectRows(
        database,
        """
        WITH RECURSIVE n(i, t) AS (
          SELECT 1, julianday('now') UNION ALL SELECT i + 1, julianday('now') FROM n WHERE i < 20000)
        SELECT count(DISTINCT t), count(*) FROM n
        """, [[1, 20000]], "the time stands still within a statement")
      try await database.execute(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, d DEFAULT CURRENT_DATE)")
      try await database.execute("INSERT INTO t(id) VALUES (1), (2), (3)")
      await test.expectRows(
        database, "SELECT count(DISTINCT at), min(length(at)), min(length(d)) FROM t", [[1, 19, 10]], "as a default")
      let text = try await test.value(database, "SELECT strftime('%s', 'now')")
      let engineClock: Double? = if case .text(let seconds)? = text { Double(seconds) } else { nil }
      if test.section("the clock of the engine is that of the process, in UTC", requires: .local) {
        test.expect(
          abs((engineClock ?? 0) - Date().timeIntervalSince1970) < 60,
          "the clock of the engine is that of the process, in UTC")
      }
    },
    ConformanceCase(
      "DATE-08", "Offsets and time zones", .core, "Quarry: SQLValueCoding.iso8601",
      "A text with an offset MUST be read as the moment it names, and a moment must be stored in UTC, whatever TZ says."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      for (text, seconds) in offsets {
        let fetched = try await database.fetchAll(("SELECT \(text)" as SQLFragment).values(Date.self))
        test.expectEqual(fetched.first?.timeIntervalSince1970, seconds, "the moment of \(text)")
        await test.expectRows(
          database, "SELECT \(Date(timeIntervalSince1970: seconds))",
          [[.text(utc[seconds] ?? "")]], "the moment of \(text) is stored in UTC")
        await test.expectRows(
          database, "SELECT strftime('%s', \(Date(timeIntervalSince1970: seconds)))", [[.text("\(Int64(seconds))")]],
          "the engine reads the same moment")
      }
      await test.expectError(.decoding, "an offset that does not exist") {
        try await database.fetchAll(("SELECT '2024-01-15T10:20:30+25:00'" as SQLFragment).values(Date.self))
      }
      for text in ["2024-01-15 24:61", "15.01.2024", "", "10:20"] {
        await test.expectError(.decoding, "\(text) is no date") {
          try await database.fetchAll(("SELECT \(text)" as SQLFragment).values(Date.self))
        }
      }
    },
    ConformanceCase(
      "DATE-09", "Order by the stored text", .core, "Quarry: SQLValueCoding.iso8601",
      "The order of the stored texts MUST be the order in time."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      try await database.run(SQLCreateTable(DateRecord.table))
      var generator = test.generator()
      var seconds: [Double] = [-62_167_219_200, 253_402_300_799, 0, -0.001, 0.001, -1, 1, 1_705_314_030.125]
      for _ in 0..<92 {
        seconds.append(Double(Int64.random(in: -62_167_219_200_000...253_402_300_799_000, using: &generator)) / 1000)
      }
      try await database.insert(
        seconds.enumerated().map { DateRecord(id: Int64($0.offset + 1), Date(timeIntervalSince1970: $0.element)) })
      let expected = seconds.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
        .map { Int64($0.offset + 1) }
      for (name, query) in [
        ("text", DateRecord.order { $0.text }.order { $0.id }),
        ("seconds", DateRecord.order { $0.seconds }.order { $0.id }),
        ("milliseconds", DateRecord.order { $0.milliseconds }.order { $0.id }),
        ("julianDay", DateRecord.order { $0.julianDay }.order { $0.id }),
      ] {
        await test.expectFetch(database, query.select { $0.id }, expected, "ordered by \(name)")
      }
      let middle = Date(timeIntervalSince1970: 0)
      for (index, second) in seconds.enumerated() {
        let isLater = try await database.fetchCount(
          DateRecord.where { $0.id == Int64(index + 1) && $0.text > middle && $0.milliseconds > middle })
        test.expectEqual(isLater, second > 0 ? 1 : 0, "date \(index) compared with 1970")
      }
    },
  ]

  private static let offsets: [(String, Double)] = [
    ("2024-01-15T10:20:30Z", 1_705_314_030), ("2024-01-15T10:20:30+02:00", 1_705_306_830),
    ("2024-01-15T10:20:30+0200", 1_705_306_830), ("2024-01-15T10:20:30+02", 1_705_306_830),
    ("2024-01-15 10:20:30-05:30", 1_705_333_830), ("2024-01-15 10:20:30", 1_705_314_030), ("2024-01-15", 1_705_276_800),
    ("2024-01-15T10:20", 1_705_314_000), ("2024-01-15T00:30:00+02:00", 1_705_271_400),
    ("2024-01-15T23:30:00-02:00", 1_705_368_600), ("1970-01-01T00:00:00+00:00", 0), ("1969-12-31T23:59:59Z", -1),
  ]

  private static let utc: [Double: String] = [
    1_705_314_030: "2024-01-15T10:20:30.000Z", 1_705_306_830: "2024-01-15T08:20:30.000Z",
    1_705_333_830: "2024-01-15T15:50:30.000Z", 1_705_276_800: "2024-01-15T00:00:00.000Z",
    1_705_314_000: "2024-01-15T10:20:00.000Z", 1_705_271_400: "2024-01-14T22:30:00.000Z",
    1_705_368_600: "2024-01-16T01:30:00.000Z", 0: "1970-01-01T00:00:00.000Z", -1: "1969-12-31T23:59:59.000Z",
  ]
}
