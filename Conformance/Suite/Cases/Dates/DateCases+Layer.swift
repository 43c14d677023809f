internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension DateCases {
  static let layer: [ConformanceCase] = [
    ConformanceCase(
      "DATE-07", "Encodings of Date", .core, "Quarry: SQLValueCoding<Date>",
      "Every encoding MUST give a date back to the millisecond, before 1970 and after 2038, and store what it says."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(DateRecord.table))
      for (index, (milliseconds, text, julianDay)) in moments.enumerated() {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let id = Int64(index + 1)
        try await database.insert(DateRecord(id: id, date))
        let whole = milliseconds >= 0 ? milliseconds / 1000 : -((-milliseconds + 999) / 1000)
        await test.expectRows(
          database, "SELECT text, seconds, milliseconds, julianDay, whole FROM Dates WHERE id = \(id)",
          [
            [
              .text(text), .real(Double(milliseconds) / 1000), .integer(milliseconds), .real(julianDay),
              .integer(whole),
            ]
          ],
          "what is stored for \(text)")
        let found = try await database.find(DateRecord.self, id)
        for (name, value) in [
          ("text", found?.text), ("seconds", found?.seconds), ("milliseconds", found?.milliseconds),
          ("julianDay", found?.julianDay),
        ] {
          test.expectEqual(
            value.map { ($0.timeIntervalSince1970 * 1000).rounded() }, Double(milliseconds), "\(name) of \(text)")
        }
        test.expectEqual(found?.whole.timeIntervalSince1970, Double(whole), "whole seconds of \(text)")
        await test.expectFetch(
          database,
          DateRecord.where { $0.text == date && $0.milliseconds == date && $0.seconds == date }.select { $0.id },
          [id], "\(text) compared in its encodings")
      }
      // SQLite 3.15 reads a fraction of a second before 1970 as the second behind it.
      let difference = test.engine.version < EngineVersion(3, 20) ? 1 : 0
      await test.expectRows(
        database,
        """
        SELECT count(*) FROM Dates WHERE abs(strftime('%s', text) - strftime('%s', seconds, 'unixepoch')) <= \(difference)
          AND strftime('%Y-%m-%d %H:%M', text) = strftime('%Y-%m-%d %H:%M', julianDay)
          AND text BETWEEN '0001' AND '9999'
        """, [[.integer(Int64(moments.count - 2))]], "the engine's functions read the same moments")
      for seconds in [-62_167_219_201.0, 253_402_300_800, .infinity, .nan] {
        await test.expectError(.valueOutOfRange, "a date outside of the years 0000 to 9999") {
          try await database.insert(DateRecord(id: 1000, Date(timeIntervalSince1970: seconds)))
        }
      }
    }
  ]

  /// Milliseconds since 1970, the text and the Julian day.
  private static let moments: [(Int64, String, Double)] = [
    (0, "1970-01-01T00:00:00.000Z", 2440587.5), (1, "1970-01-01T00:00:00.001Z", 2440587.500000011574),
    (-1, "1969-12-31T23:59:59.999Z", 2440587.499999988426), (-86_400_000, "1969-12-31T00:00:00.000Z", 2440586.5),
    (1_705_314_030_125, "2024-01-15T10:20:30.125Z", 2460324.930904224537),
    (2_147_483_648_000, "2038-01-19T03:14:08.000Z", 2465442.634814814815),
    (4_102_444_800_999, "2100-01-01T00:00:00.999Z", 2488069.500011562500),
    (951_782_400_000, "2000-02-29T00:00:00.000Z", 2451603.5),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z", 1721059.5),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z", 5373484.499999988426),
    (-2_208_988_800_500, "1899-12-31T23:59:59.500Z", 2415020.499994212963),
    (-12_219_292_800_000, "1582-10-15T00:00:00.000Z", 2299160.5),
  ]
}

/// A record with one moment in every encoding.
struct DateRecord: SQLCodable {
  var id: Int64
  var text: Date
  var seconds: Date
  var milliseconds: Date
  var julianDay: Date
  var whole: Date
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<Date>("text")
  static let seconds = SQLColumn<Date>("seconds", coding: .unixSeconds)
  static let milliseconds = SQLColumn<Date>("milliseconds", coding: .unixMilliseconds)
  static let julianDay = SQLColumn<Date>("julianDay", coding: .julianDay)
  static let whole = SQLColumn<Date>("whole", coding: .unixInteger)
  static let table = SQLTable("Dates", id, text, seconds, milliseconds, julianDay, whole)

  init(id: Int64, _ date: Date) {
    self.id = id
    text = date
    seconds = date
    milliseconds = date
    julianDay = date
    whole = date
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
    seconds = try row[Self.seconds]
    milliseconds = try row[Self.milliseconds]
    julianDay = try row[Self.julianDay]
    whole = try row[Self.whole]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.text] = text
    row[Self.seconds] = seconds
    row[Self.milliseconds] = milliseconds
    row[Self.julianDay] = julianDay
    row[Self.whole] = whole
  }
}
