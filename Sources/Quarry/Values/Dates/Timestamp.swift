#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Conversions between `Date` and the numbers in columns.
///
/// A `Date` is a binary number of seconds from 2001, and most milliseconds have no exact binary form. If a date is a
/// whole millisecond, each conversion therefore uses that millisecond, so that the result has the same bits in both
/// directions.
enum Timestamp {
  /// Milliseconds from 1970-01-01 to 2001-01-01.
  private static let reference: Int64 = 978_307_200_000
  /// Milliseconds from the start of the Julian days, noon of November 24 in the year −4713, to 1970-01-01.
  private static let julianEpoch: Int64 = 210_866_760_000_000
  private static let millisecondsPerDay = 86_400_000.0

  /// The first and the last millisecond, from 1970, of the years 0000 to 9999.
  static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  static let outOfRange = SQLConversionError(wanted: "Date", found: "a date outside the years 0000 to 9999")

  /// Returns the nearest millisecond, counted from 1970.
  static func milliseconds(_ date: Date) throws -> Int64 {
    let scaled = date.timeIntervalSinceReferenceDate * 1000
    guard abs(scaled) < 1e15 else { throw outOfRange }
    let count = Int64(scaled.rounded()) + reference
    guard range.contains(count) else { throw outOfRange }
    return count
  }

  /// Returns the date of a millisecond, counted from 1970.
  static func date(milliseconds count: Int64) throws -> Date {
    guard range.contains(count) else { throw outOfRange }
    return Date(timeIntervalSinceReferenceDate: Double(count - reference) / 1000)
  }

  /// Returns the date of a millisecond plus a fraction of a second.
  static func date(milliseconds count: Int64, plus fraction: Double) throws -> Date {
    let whole = try date(milliseconds: count)
    if fraction == 0 { return whole }
    let result = Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate + fraction)
    _ = try milliseconds(result)
    return result
  }

  /// Returns whole seconds from 1970, rounded down.
  static func seconds(_ date: Date) throws -> Int64 {
    let count = try milliseconds(date)
    let rest = count % 1000
    return (count - (rest < 0 ? rest + 1000 : rest)) / 1000
  }

  /// Returns the date of a second, counted from 1970.
  static func date(seconds: Int64) throws -> Date {
    let (count, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { throw outOfRange }
    return try date(milliseconds: count)
  }

  /// Returns seconds from 1970: the nearest double if the date is a whole millisecond, and otherwise the exact value of
  /// the date.
  static func realSeconds(_ date: Date) throws -> Double {
    let count = try milliseconds(date)
    let exact = date.timeIntervalSince1970
    let interval = date.timeIntervalSinceReferenceDate
    let noise = max(exact.ulp, interval.ulp)
    if abs(Double(count - reference) / 1000 - interval) <= noise { return Double(count) / 1000 }
    return exact
  }

  /// Returns the date at a number of seconds after 1970.
  static func date(realSeconds seconds: Double) throws -> Date {
    let scaled = (seconds * 1000).rounded()
    guard abs(scaled) < 1e15 else { throw outOfRange }
    let count = Int64(scaled)
    if Double(count) / 1000 == seconds { return try date(milliseconds: count) }
    guard range.contains(count) else { throw outOfRange }
    return Date(timeIntervalSince1970: seconds)
  }

  /// Returns the Julian day, computed like SQLite's `julianday()`.
  static func julianDay(_ date: Date) throws -> Double {
    Double(try milliseconds(date) + julianEpoch) / millisecondsPerDay
  }

  /// Returns the date of a Julian day, rounded to the nearest millisecond.
  static func date(julianDay day: Double) throws -> Date {
    let scaled = (day * millisecondsPerDay).rounded()
    guard abs(scaled) < 1e15 else { throw outOfRange }
    return try date(milliseconds: Int64(scaled) - julianEpoch)
  }
}
