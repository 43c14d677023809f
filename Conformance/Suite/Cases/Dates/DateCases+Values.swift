internal import Quarry

extension DateCases {
  static let values: [ConformanceCase] = [
    ConformanceCase(
      "DATE-01", "date, time, datetime, julianday and strftime over 40 inputs", .core, page + "#time_values",
      "Every form of a time value MUST be understood the same way; NULL and what is no time value give NULL."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      for (input, date, time, julianDay, seconds) in understood {
        await test.expectRows(
          database,
          """
          SELECT date(\(input)), time(\(input)), datetime(\(input)), julianday(\(input)), strftime('%s', \(input)),
            strftime('%m-%d %H:%M:%S', \(input))
          """,
          [
            [
              .text(date), .text(time), .text("\(date) \(time)"), .real(julianDay), .text("\(seconds)"),
              .text("\(date.suffix(5)) \(time)"),
            ]
          ], "the functions of \(input)")
      }
      for input in nonsense {
        await test.expectRows(
          database,
          "SELECT date(\(input)), time(\(input)), datetime(\(input)), julianday(\(input)), strftime('%s', \(input))",
          [[nil, nil, nil, nil, nil]], "\(input) is no time value")
      }
    },
    ConformanceCase(
      "DATE-02", "Modifiers", .core, page + "#modifiers",
      "Modifiers MUST be applied from left to right; one that is not known gives NULL."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      await test.expectValues(database, shifts + starts + epochs)
      await test.expectValues(
        database,
        [
          ("datetime('2024-01-15 12:00', 'localtime', 'utc')", "2024-01-15 12:00:00"),
          ("datetime('2024-07-15 12:00', 'utc', 'localtime')", "2024-07-15 12:00:00"),
          ("datetime('1999-02-03 04:05:06', 'localtime', 'utc')", "1999-02-03 04:05:06"),
        ], "local time and back")
      try await expectTyped(
        test, database,
        [
          (SQL.date(DateNote.text, "+1 day"), "2024-01-16"), (SQL.time(DateNote.text, "-21 minutes"), "09:59:30"),
          (SQL.dateTime(DateNote.text, "start of month", "+1 month", "-1 day"), "2024-01-31 00:00:00"),
          (SQL.formatDate("%H|%j", DateNote.text), "10|015"), (SQL.date(DateNote.text, "nonsense"), nil),
        ])
    },
    ConformanceCase(
      "DATE-03", "Months of different lengths", .core, page + "#modifiers",
      "A day that the wanted month does not have MUST be carried over into the next month."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      await test.expectValues(
        try await test.database(),
        [
          ("date('2023-01-31', '+1 month')", "2023-03-03"), ("date('2024-01-31', '+1 month')", "2024-03-02"),
          ("date('2024-03-31', '-1 month')", "2024-03-02"), ("date('2024-02-29', '+1 year')", "2025-03-01"),
          ("date('2024-02-29', '+4 years')", "2028-02-29"), ("date('2024-02-29', '-1 year')", "2023-03-01"),
          ("date('2024-01-31', '+13 months')", "2025-03-03"), ("date('2024-12-31', '+2 months')", "2025-03-03"),
          ("date('2024-05-31', '+1 month')", "2024-07-01"), ("date('2024-01-15', '+24 months')", "2026-01-15"),
          ("date('2024-01-31', '+1 month', '-1 month')", "2024-02-02"),
          ("date('2024-01-30', '-12 months')", "2023-01-30"),
        ])
    },
    ConformanceCase(
      "DATE-04", "Years 0000 and 9999, leap days, negative Julian days", .core, page + "#time_values",
      "The calendar MUST be the proleptic Gregorian one from 0000-01-01 to 9999-12-31."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("date('2000-02-28', '+1 day')", "2000-02-29"), ("date('1900-02-28', '+1 day')", "1900-03-01"),
          ("date('2024-02-28', '+1 day')", "2024-02-29"), ("date('2023-02-28', '+1 day')", "2023-03-01"),
          ("date('2100-02-28', '+1 day')", "2100-03-01"), ("date('2024-12-31', '+1 day')", "2025-01-01"),
          ("julianday('0000-01-01')", 1721059.5), ("strftime('%s', '0000-01-01')", "-62167219200"),
          ("strftime('%s', '9999-12-31 23:59:59')", "253402300799"), ("julianday('9999-12-31')", 5373483.5),
          ("date('0000-02-28', '+1 day')", "0000-02-29"), ("strftime('%j', '2024-12-31')", "366"),
        ])
      await test.expectValues(
        database,
        [
          ("strftime('%j', '2023-12-31')", "365"), ("julianday('1582-10-15')", 2299160.5), ("date(0)", "-4713-11-24"),
          ("datetime(0.5)", "-4713-11-25 00:00:00"), ("julianday('2000-03-01') - julianday('2000-02-01')", 29.0),
          ("julianday('1900-03-01') - julianday('1900-02-01')", 28.0), ("date('9999-12-31', '-1 day')", "9999-12-30"),
        ])
      // Before SQLite 3.16 and 3.20 times outside of the range were not refused.
      guard test.engine.version >= EngineVersion(3, 20) else { return }
      await test.expectValues(
        database, [("date(-1)", nil), ("date('9999-12-31', '+1 day')", nil), ("date(5373484.5)", nil)])
    },
    ConformanceCase(
      "DATE-05", "A day past the end of its month", .core, page + "#time_values",
      "2023-02-30 MUST mean 2023-03-02; as text it comes back unchanged before SQLite 3.45 and normalized from then on."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      let isNormalised = test.engine.version >= EngineVersion(3, 45)
      test.expectEqual(test.engine.supports(.resultDateOverflow), isNormalised, "the feature follows the behaviour")
      await test.expectValues(
        database,
        [
          ("date('2023-02-30')", isNormalised ? "2023-03-02" : "2023-02-30"),
          ("date('2023-04-31')", isNormalised ? "2023-05-01" : "2023-04-31"),
          ("datetime('2023-02-29 10:00')", isNormalised ? "2023-03-01 10:00:00" : "2023-02-29 10:00:00"),
          ("strftime('%d', '2023-02-30')", isNormalised ? "02" : "30"),
          ("julianday('2023-02-30') = julianday('2023-03-02')", 1), ("date('2023-02-30', '+0 days')", "2023-03-02"),
          ("strftime('%s', '2023-02-30')", "1677715200"), ("date('2023-02-32')", nil), ("date('2023-13-01')", nil),
        ])
    },
    ConformanceCase(
      "DATE-16", "Conversions of strftime that are not known", .core, page + "#strftime",
      "An unknown conversion MUST give NULL, and never part of the text."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      await test.expectValues(
        try await test.database(),
        [
          ("strftime('%x', '2024-01-15')", nil), ("strftime('%', '2024-01-15')", nil),
          ("strftime('%q', '2024-01-15')", nil),
          ("strftime('%Y-%E', '2024-01-15')", nil), ("strftime('abc', '2024-01-15')", "abc"),
          ("strftime('', '2024-01-15')", ""),
          ("strftime('%%', '2024-01-15')", "%"), ("strftime(NULL, '2024-01-15')", nil), ("strftime('%Y', NULL)", nil),
          (
            "strftime('%d %H %j %m %M %s %S %w %W %Y %%', '2024-01-15 10:20:30')",
            "15 10 015 01 20 1705314030 30 1 03 2024 %"
          ),
          ("strftime('%f', '2024-01-15 10:20:30.125')", "30.125"), ("strftime('é%Yü', '2024-01-15')", "é2024ü"),
        ])
    },
  ]

  /// An input, its date, time, Julian day and seconds since 1970.
  private static let understood: [(String, String, String, Double, Int64)] = [
    ("2024-01-15", "2024-01-15", "00:00:00", 2460324.5, 1_705_276_800),
    ("2024-01-15 10:20", "2024-01-15", "10:20:00", 2460324.9305555555, 1_705_314_000),
    ("2024-01-15 10:20:30", "2024-01-15", "10:20:30", 2460324.9309027777, 1_705_314_030),
    ("2024-01-15 10:20:30.125", "2024-01-15", "10:20:30", 2460324.9309042245, 1_705_314_030),
    ("2024-01-15T10:20:30", "2024-01-15", "10:20:30", 2460324.9309027777, 1_705_314_030),
    ("2024-01-15T10:20Z", "2024-01-15", "10:20:00", 2460324.9305555555, 1_705_314_000),
    ("2024-01-15 10:20:30 Z", "2024-01-15", "10:20:30", 2460324.9309027777, 1_705_314_030),
    ("2024-01-15 10:20:30z", "2024-01-15", "10:20:30", 2460324.9309027777, 1_705_314_030),
    ("2024-01-15 10:20:30+02:00", "2024-01-15", "08:20:30", 2460324.847569444, 1_705_306_830),
    ("2024-01-15 10:20:30 +02:00", "2024-01-15", "08:20:30", 2460324.847569444, 1_705_306_830),
    ("2024-01-15 10:20:30-05:30", "2024-01-15", "15:50:30", 2460325.160069444, 1_705_333_830),
    ("10:20", "2000-01-01", "10:20:00", 2451544.9305555555, 946_722_000),
    ("10:20:30.5", "2000-01-01", "10:20:30", 2451544.930908565, 946_722_030),
    ("2460325.5", "2024-01-16", "00:00:00", 2460325.5, 1_705_363_200),
    ("1721059.5", "0000-01-01", "00:00:00", 1721059.5, -62_167_219_200),
    ("5373484.49", "9999-12-31", "23:45:36", 5373484.49, 253_402_299_936),
    ("0", "-4713-11-24", "12:00:00", 0, -210_866_760_000), ("1e5", "-4439-09-09", "12:00:00", 100000, -202_226_760_000),
    ("0000-01-01", "0000-01-01", "00:00:00", 1721059.5, -62_167_219_200),
    ("9999-12-31 23:59:59", "9999-12-31", "23:59:59", 5373484.4999884255, 253_402_300_799),
    ("2024-02-29", "2024-02-29", "00:00:00", 2460369.5, 1_709_164_800),
    ("1970-01-01", "1970-01-01", "00:00:00", 2440587.5, 0),
    ("1969-12-31 23:59:59", "1969-12-31", "23:59:59", 2440587.4999884260, -1),
  ]

  private static let nonsense = [
    " 2024-01-15", "2024-1-5", "24-01-15", "2024-13-01", "2024-00-10", "2024-02-32", "2024-01-15 25:00:00",
    "2024-01-15 10:60", "2024-01-15x", "now-ish", "", "abc", "2024-01-15 10:20:30+25:00", "0x10", "2024/01/15",
    "20240115T10",
    "2024-01-15 10", "2024-01-15 1:20",
  ]

  private static let shifts: [(String, SQLValue)] = [
    ("date('2024-01-15', '+1 day')", "2024-01-16"), ("datetime('2024-01-15', '+1 hour')", "2024-01-15 01:00:00"),
    ("datetime('2024-01-15', '-1 minute')", "2024-01-14 23:59:00"),
    ("datetime('2024-01-15', '+1.5 days')", "2024-01-16 12:00:00"),
    ("datetime('2024-01-15', '+90 seconds')", "2024-01-15 00:01:30"),
    ("date('2024-01-15', '+1 month', '-1 day')", "2024-02-14"),
    ("datetime('2024-01-15', '-00:30:30')", "2024-01-14 23:29:30"), ("date('2024-01-15', '1 day')", "2024-01-16"),
    ("date('2024-01-15', '10 days')", "2024-01-25"), ("date('2024-01-15', '+1 days', '+1 hours')", "2024-01-16"),
    ("date('2024-01-15', '-15 days')", "2023-12-31"), ("date('2024-01-15', '+1 year')", "2025-01-15"),
    ("datetime('2024-01-15', '+0.5 seconds')", "2024-01-15 00:00:00"), ("date('2024-01-15', '+1 MONTH')", "2024-02-15"),
  ]

  private static let starts: [(String, SQLValue)] = [
    ("date('2024-07-15', 'start of month')", "2024-07-01"), ("date('2024-07-15', 'start of year')", "2024-01-01"),
    ("datetime('2024-07-15 10:20', 'start of day')", "2024-07-15 00:00:00"),
    ("date('2024-01-15', 'weekday 0')", "2024-01-21"),
    ("date('2024-01-15', 'weekday 1')", "2024-01-15"), ("date('2024-01-14', 'weekday 0')", "2024-01-14"),
    ("date('2024-01-15', 'start of month', '+1 month', '-1 day')", "2024-01-31"),
    ("date('2024-01-15', 'weekday 7')", nil),
    ("date('2024-01-15', 'nonsense')", nil), ("date('2024-01-15', NULL)", nil),
    ("date('2024-01-15', '+1 lightyear')", nil),
    ("date('2024-01-15', '')", nil), ("date('2024-01-15', 'start of week')", nil),
  ]

  private static let epochs: [(String, SQLValue)] = [
    ("datetime(1092941466, 'unixepoch')", "2004-08-19 18:51:06"), ("datetime(-1, 'unixepoch')", "1969-12-31 23:59:59"),
    ("datetime(0, 'unixepoch')", "1970-01-01 00:00:00"), ("datetime(1e10, 'unixepoch')", "2286-11-20 17:46:40"),
    ("datetime('2024-01-15', 'unixepoch')", nil), ("datetime('0', 'unixepoch', '+1 day')", "1970-01-02 00:00:00"),
    ("strftime('%f', 1.5, 'unixepoch')", "01.500"),
  ]
}
