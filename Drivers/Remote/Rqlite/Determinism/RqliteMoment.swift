#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One moment for a whole statement, like SQLite's `'now'`.
struct RqliteMoment {
  /// The date, as `2026-11-22`.
  let date: String
  /// The time of the day, as `09:51:20`.
  let time: String
  private let milliseconds: Int64

  /// The current moment of this machine's clock.
  init() { self.init(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

  /// - Parameter milliseconds: Milliseconds since 1970.
  init(milliseconds total: Int64) {
    let (days, rest) = (Self.floor(total, 86_400_000), Self.remainder(total, 86_400_000))
    let (year, month, day) = Self.civil(days)
    date = Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(day, 2)
    time =
      Self.digits(rest / 3_600_000, 2) + ":" + Self.digits(rest / 60_000 % 60, 2) + ":"
      + Self.digits(rest / 1000 % 60, 2)
    milliseconds = rest % 1000
  }

  /// Date and time to the second, as CURRENT_TIMESTAMP.
  var timestamp: String { date + " " + time }

  /// Date and time to the millisecond, like `'now'`.
  var now: String { timestamp + "." + Self.digits(milliseconds, 3) }

  /// Year, month and day of a day since 1970 in the Gregorian calendar, with years that begin in March.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floor(shifted, 146_097)
    let dayOfEra = remainder(shifted, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }

  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    value - floor(value, divisor) * divisor
  }

  private static func digits(_ value: Int64, _ count: Int) -> String {
    let text = "\(value)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
