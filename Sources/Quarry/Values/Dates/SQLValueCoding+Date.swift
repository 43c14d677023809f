#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a column stores dates.
///
/// Each coding is exact to the millisecond in both directions. It supports the years 0000 to 9999, as SQLite's
/// functions do, and throws for other dates. SQLite's own date functions support `iso8601` and `julianDay`, and
/// `unixSeconds` and `unixInteger` with the modifier `'unixepoch'`.
///
/// Source: <https://sqlite.org/lang_datefunc.html>.
extension SQLValueCoding where Value == Date {
  /// Text such as `2024-01-01T07:00:00.500Z`: UTC, rounded to the nearest millisecond. The default.
  ///
  /// Reading supports a date without a time, a date and a time with `T` or a space between them, and a time without
  /// seconds. It supports a fraction of any length, and `Z` or an offset (`+02:00`, `+0200`, `+02`) after the time.
  /// Without an offset, the time is UTC.
  public static var iso8601: SQLValueCoding<Date> { DateCodings.iso8601 }

  /// A real: seconds from 1970-01-01T00:00:00Z. It keeps fractions of a millisecond.
  public static var unixSeconds: SQLValueCoding<Date> { DateCodings.unixSeconds }

  /// An integer: whole seconds from 1970-01-01T00:00:00Z.
  ///
  /// Writing rounds down to the second, as SQLite's `unixepoch()` does, after rounding to the nearest millisecond.
  public static var unixInteger: SQLValueCoding<Date> { DateCodings.unixInteger }

  /// An integer: milliseconds from 1970-01-01T00:00:00Z, rounded to the nearest.
  public static var unixMilliseconds: SQLValueCoding<Date> { DateCodings.unixMilliseconds }

  /// A real: days from noon in Greenwich on November 24, 4714 B.C., rounded to the nearest millisecond.
  public static var julianDay: SQLValueCoding<Date> { DateCodings.julianDay }
}

/// The codings, because generic types can't have stored static members.
private enum DateCodings {
  static let iso8601 = SQLValueCoding<Date>(
    columnType: .text, storing: .dateText, encode: { try $0.sqlValue() }, decode: { try Date(sqlValue: $0) })

  static let unixSeconds = SQLValueCoding<Date>(
    columnType: .real, storing: .unixSeconds,
    encode: { .real(try Timestamp.realSeconds($0)) },
    decode: { try Timestamp.date(realSeconds: number($0)) })

  static let unixInteger = SQLValueCoding<Date>(
    columnType: .integer, storing: .unixInteger,
    encode: { .integer(try Timestamp.seconds($0)) },
    decode: { try Timestamp.date(seconds: count($0)) })

  static let unixMilliseconds = SQLValueCoding<Date>(
    columnType: .integer, storing: .unixMilliseconds,
    encode: { .integer(try Timestamp.milliseconds($0)) },
    decode: { try Timestamp.date(milliseconds: count($0)) })

  static let julianDay = SQLValueCoding<Date>(
    columnType: .real, storing: .julianDay,
    encode: { .real(try Timestamp.julianDay($0)) },
    decode: { try Timestamp.date(julianDay: number($0)) })

  private static func number(_ value: SQLValue) throws -> Double {
    switch value {
    case .real, .integer: try Double(sqlValue: value)
    default: throw SQLConversionError(wanted: Date.self, found: value.storageClass)
    }
  }

  private static func count(_ value: SQLValue) throws -> Int64 {
    switch value {
    case .real, .integer: try Int64(sqlValue: value)
    default: throw SQLConversionError(wanted: Date.self, found: value.storageClass)
    }
  }
}
