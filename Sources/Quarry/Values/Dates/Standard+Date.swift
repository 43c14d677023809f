#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Dates are ISO-8601 text unless their column chooses another coding.
///
/// A column that holds numbers needs a coding that says what they count: `.unixSeconds`, `.unixInteger`,
/// `.unixMilliseconds` or `.julianDay`. Without one a number is refused, since nothing tells the unit.
extension Date: SQLValueConvertible {
  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// ISO 8601 text, whose order is that of the dates.
  public static var storedForm: SQLStoredForm { .dateText }

  /// Reads ISO-8601 text; see ``SQLValueCoding/iso8601``.
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

  /// ISO-8601 text in UTC, rounded to the nearest millisecond.
  public func sqlValue() throws -> SQLValue { .text(try DateText.string(self)) }

  /// Reads ISO-8601 text without making a string of it.
  public static func read(_ cell: SQLCell, coding: SQLValueCoding<Date>?) throws -> Date {
    if cell.storageClass == .text, coding == nil || coding === SQLValueCoding<Date>.iso8601 {
      return try cell.withBytes { try DateText.date($0) }
    }
    if let coding { return try coding.decode(cell.value()) }
    return try Date(sqlValue: cell.value())
  }
}
