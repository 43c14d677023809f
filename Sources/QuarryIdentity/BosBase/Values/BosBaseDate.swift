#if Identity
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Dates as the server writes them: `2025-01-02 01:04:05.678Z`.
///
/// The core does the arithmetic, so that no calendar or time zone of the machine matters.
enum BosBaseDate {
  /// The text of a date, rounded to the nearest millisecond.
  ///
  /// - Throws: ``BosBaseError`` with code `.invalidData` for years before 0 and after 9999.
  static func text(_ date: Date) throws(BosBaseError) -> String {
    do {
      guard case .text(let text) = try date.sqlValue() else { throw CancellationError() }
      return text.replacing("T", with: " ")
    } catch {
      throw BosBaseError(.invalidData, "A date lies outside of the years 0 to 9999")
    }
  }

  /// Reads a date; `nil` for any other text.
  static func date(_ text: String) -> Date? { try? Date(sqlValue: .text(text)) }
}
#endif
