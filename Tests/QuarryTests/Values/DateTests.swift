import Foundation
import Testing
import TestSupport

@testable import Quarry

@Suite struct DateTests {
  static let codings: [(name: String, coding: SQLValueCoding<Date>)] = [
    ("iso8601", .iso8601), ("unixSeconds", .unixSeconds), ("unixMilliseconds", .unixMilliseconds),
    ("julianDay", .julianDay),
  ]

  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(milliseconds - 978_307_200_000) / 1000)
  }

  @Test func everyCodingIsExactToTheMillisecondBothWays() throws {
    var generator = SeededGenerator(seed: 11)
    for index in 0..<10_000 {
      // Half over all years, half over those that programs use.
      let milliseconds =
        index % 2 == 0
        ? Int64.random(in: Timestamp.range, using: &generator)
        : Int64.random(in: -2_208_988_800_000...4_102_444_800_000, using: &generator)
      let date = Self.date(milliseconds)
      for (name, coding) in Self.codings {
        let stored = try coding.encode(date)
        let read = try Rows.read(Date.self, stored, coding: coding)
        #expect(read == date, "\(name) \(milliseconds)")
        #expect(try coding.encode(read).isIdentical(to: stored), "\(name) \(milliseconds)")
      }
      // A date that was computed from 1970 carries binary noise; what is stored does not.
      let noisy = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      for (name, coding) in Self.codings {
        #expect(try coding.encode(noisy).isIdentical(to: try coding.encode(date)), "\(name) \(milliseconds)")
      }
      let second = try SQLValueCoding<Date>.unixInteger.encode(date)
      #expect(second == .integer(Int64((Double(milliseconds) / 1000).rounded(.down))))
      #expect(try Rows.read(Date.self, second, coding: .unixInteger) == Self.date(try Int64(sqlValue: second) * 1000))
    }
  }

  @Test func calendarAgreesWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      // From 1582-10-15 on Foundation's calendar is the one that SQLite counts in.
      let milliseconds = Int64.random(in: -12_219_206_400_000...Timestamp.range.upperBound, using: &generator)
      let time = CivilTime(millisecondsSince1970: milliseconds)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: (Double(milliseconds) / 1000).rounded(.down)))
      #expect(time.year == parts.year && time.month == parts.month && time.day == parts.day)
      #expect(time.hour == parts.hour && time.minute == parts.minute && time.second == parts.second)
      #expect(time.millisecondsSince1970 == milliseconds)
    }
  }

  @Test func everyDayOfEightCenturiesIsCounted() {
    var days = CivilTime(year: 0, month: 1, day: 1).daysSince1970
    #expect(days == -719_528)
    for year in 0...800 {
      for month in 1...12 {
        for day in 1...CivilTime.days(inMonth: month, of: year) {
          let time = CivilTime(year: year, month: month, day: day)
          if time.daysSince1970 != days || CivilTime(millisecondsSince1970: Int64(days) * 86_400_000) != time {
            Issue.record("\(time) is not day \(days)")
            return
          }
          days += 1
        }
      }
    }
  }

  @Test func knownDatesAreWrittenAsSQLiteWritesThem() throws {
    let date = Self.date(1_704_092_400_500)
    #expect(try date.sqlValue().isIdentical(to: "2024-01-01T07:00:00.500Z"))
    #expect(try SQLValueCoding<Date>.unixSeconds.encode(date).isIdentical(to: 1_704_092_400.5))
    #expect(try SQLValueCoding<Date>.unixInteger.encode(date).isIdentical(to: 1_704_092_400))
    #expect(try SQLValueCoding<Date>.unixMilliseconds.encode(date).isIdentical(to: 1_704_092_400_500))
    #expect(try SQLValueCoding<Date>.julianDay.encode(Self.date(0)).isIdentical(to: 2_440_587.5))
    #expect(try SQLValueCoding<Date>.julianDay.encode(Self.date(946_728_000_000)).isIdentical(to: 2_451_545.0))
    #expect(try Self.date(-1).sqlValue().isIdentical(to: "1969-12-31T23:59:59.999Z"))
    #expect(try SQLValueCoding<Date>.unixInteger.encode(Self.date(-1)) == -1)
    #expect(try Date.distantPast.sqlValue().isIdentical(to: "0000-12-30T00:00:00.000Z"))
    #expect(try Date.distantFuture.sqlValue().isIdentical(to: "4001-01-01T00:00:00.000Z"))
  }

  @Test(
    "S11: fractions, offsets and short forms are read right",
    arguments: [
      ("2024-01-01T07:00:00.500+02:00", 1_704_085_200_500), ("2024-01-01T07:00:00.500-02:00", 1_704_099_600_500),
      ("2024-01-01T07:00:00.500+0200", 1_704_085_200_500), ("2024-01-01T07:00:00.500+02", 1_704_085_200_500),
      ("2024-01-01T07:00:00.500Z", 1_704_092_400_500), ("2024-01-01t07:00:00.500z", 1_704_092_400_500),
      ("2024-01-01 07:00:00.500", 1_704_092_400_500), ("2024-01-01 07:00:00 +02:00", 1_704_085_200_000),
      ("2024-01-01T07:00:00+05:30", 1_704_072_600_000), ("2024-01-01T07:00:00-00:30", 1_704_094_200_000),
      ("2024-01-01T07:00", 1_704_092_400_000), ("2024-01-01 07:00Z", 1_704_092_400_000),
      ("2024-01-01 07:00+02:00", 1_704_085_200_000), ("2024-01-01", 1_704_067_200_000),
      ("2024-01-01T07:00:00.5Z", 1_704_092_400_500), ("2024-01-01T07:00:00,05Z", 1_704_092_400_050),
      ("2024-01-01T07:00:00.123456789012345678901234567890+02:00", 1_704_085_200_123),
      ("2024-02-29T23:59:59.999Z", 1_709_251_199_999), ("0000-01-01", -62_167_219_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("2023-12-31T23:30:00-01:00", 1_704_069_000_000),
    ] as [(String, Int64)])
  func textIsRead(text: String, milliseconds: Int64) throws {
    let date = try Rows.readBothWays(Date.self, .text(text))
    #expect(try SQLValueCoding<Date>.unixMilliseconds.encode(date) == .integer(milliseconds))
    #expect(try Rows.read(Date.self, .text(text), coding: .iso8601) == date)
  }

  @Test func digitsBeyondTheMillisecondAreKeptWhileReading() throws {
    let date = try Date(sqlValue: "2024-01-01T07:00:00.1234567Z")
    let whole = try Date(sqlValue: "2024-01-01T07:00:00Z")
    #expect(abs(date.timeIntervalSince(whole) - 0.1234567) < 2e-7)
    let stored = try SQLValueCoding<Date>.unixSeconds.encode(date)
    #expect(abs(try Double(sqlValue: stored) - 1_704_092_400.1234567) < 3e-7)
    #expect(abs(try Rows.read(Date.self, stored, coding: .unixSeconds).timeIntervalSince(date)) < 3e-7)
  }

  @Test(arguments: [
    "", " ", "now", "2024", "2024-01", "2024-1-1", "24-01-01", "2024-13-01", "2024-00-01", "2024-01-00", "2024-02-30",
    "2023-02-29", "1900-02-29", "2024-04-31", "2024-01-01T", "2024-01-01T7:00", "2024-01-01T24:00", "2024-01-01T07:60",
    "2024-01-01T07:00:60", "2024-01-01T07:00:00.", "2024-01-01T07:00:00.Z", "2024-01-01T07:00:00+", "2024-01-01T07",
    "2024-01-01T07:00:00+2", "2024-01-01T07:00:00+24:00", "2024-01-01T07:00:00+02:60", "2024-01-01T07:00:00+02:0",
    "2024-01-01T07:00:00ZZ", "2024-01-01Z", "10000-01-01", "-2024-01-01", "2024-01-01T07:00:00\u{0}",
    "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "２０２４-01-01", "2024–01–01",
  ])
  func otherTextIsRefused(text: String) {
    #expect(Rows.refuses(Date.self, .text(text)))
    #expect(throws: SQLConversionError.self) { try Rows.read(Date.self, .text(text), coding: .iso8601) }
  }

  @Test func numbersNeedACoding() throws {
    for value: SQLValue in [1_704_092_400, 1_704_092_400.5, .blob([1])] {
      #expect(Rows.refuses(Date.self, value))
      #expect(throws: SQLConversionError.self) { try Rows.read(Date.self, value, coding: .iso8601) }
    }
    #expect(try Rows.read(Date.self, 1_704_092_400, coding: .unixSeconds) == Self.date(1_704_092_400_000))
    #expect(try Rows.read(Date.self, 1_704_092_400.0, coding: .unixInteger) == Self.date(1_704_092_400_000))
    #expect(try Rows.read(Date.self, 2_440_588, coding: .julianDay) == Self.date(43_200_000))
    #expect(throws: SQLConversionError.self) { try Rows.read(Date.self, 0.5, coding: .unixInteger) }
    for (_, coding) in Self.codings where coding !== SQLValueCoding<Date>.iso8601 {
      #expect(throws: SQLConversionError.self) { try Rows.read(Date.self, "2024-01-01", coding: coding) }
      #expect(throws: SQLConversionError.self) { try Rows.read(Date.self, .null, coding: coding) }
    }
    #expect(try Rows.read(Date?.self, .null, coding: .unixSeconds) == nil)
  }

  @Test func datesOutsideTheYearsAreRefusedByEveryCoding() {
    let dates = [
      Self.date(Timestamp.range.lowerBound - 1), Self.date(Timestamp.range.upperBound + 1),
      Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: -.infinity),
      Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSinceReferenceDate: 1e300),
    ]
    for date in dates {
      #expect(throws: SQLConversionError.self) { try date.sqlValue() }
      for (_, coding) in Self.codings { #expect(throws: SQLConversionError.self) { try coding.encode(date) } }
      #expect(throws: SQLConversionError.self) { try SQLValueCoding<Date>.unixInteger.encode(date) }
    }
    let numbers: [SQLValue] = [
      .integer(.max), .integer(.min), .real(.infinity), .real(-.infinity), .real(.nan), .real(1e300), .real(-1e14),
    ]
    for number in numbers {
      for coding: SQLValueCoding<Date> in [.unixSeconds, .unixInteger, .unixMilliseconds, .julianDay] {
        #expect(throws: SQLConversionError.self) { try coding.decode(number) }
      }
    }
  }

  @Test func columnsTakeTheTypeOfTheirCoding() {
    #expect(SQLColumn<Date>("a").definition.type == .text)
    #expect(SQLColumn<Date>("a", coding: .unixSeconds).definition.type == .real)
    #expect(SQLColumn<Date?>("a", coding: .unixInteger).definition.type == .integer)
    #expect(SQLColumn<Date?>("a", coding: .julianDay).definition.isNullable)
  }
}
