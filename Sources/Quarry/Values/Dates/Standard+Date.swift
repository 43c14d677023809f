#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Dates are stored as ISO 8601 text unless their column has another coding.
///
/// A column of numbers needs a coding that defines their unit: `.unixSeconds`, `.unixInteger`, `.unixMilliseconds` or
/// `.julianDay`. Reading a number without one throws.
extension Date: SQLValueConvertible {
  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// ISO 8601 text, which sorts like the dates.
  public static var storedForm: SQLStoredForm { .dateText }

  /// Reads ISO 8601 text; see ``SQLValueCoding/iso8601``.
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't a date, and for other storage classes.
  public init(sqlValue: SQLValue) throws {
    switch sqlValue {
    case .text(let text): self = try DateText.date(text)
    case .integer, .real:
      throw SQLConversionError(
        wanted: "Date",
        found: "\(sqlValue.storageClass), for which the column needs a coding such as .unixSeconds")
    default: throw SQLConversionError(wanted: Date.self, found: sqlValue.storageClass)
    }
  }

  /// Returns ISO 8601 text in UTC, rounded to the nearest millisecond.
  ///
  /// - Throws: ``SQLConversionError`` for a date outside the years 0000 to 9999.
  public func sqlValue() throws -> SQLValue { .text(try DateText.string(self)) }

  /// Reads ISO 8601 text without creating a string.
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't a date, and for other storage classes.
  public static func read(_ cell: SQLCell, coding: SQLValueCoding<Date>?) throws -> Date {
    if cell.storageClass == .text, coding == nil || coding === SQLValueCoding<Date>.iso8601 {
      return try cell.withBytes { try DateText.date($0) }
    }
    if let coding { return try coding.decode(cell.value()) }
    return try Date(sqlValue: cell.value())
  }
}
