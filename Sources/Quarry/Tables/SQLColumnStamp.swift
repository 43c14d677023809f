#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The changes that write the current time into a column.
///
/// ```swift
/// static let createdAt = SQLColumn<Date>("createdAt", stamp: .created)
/// static let updatedAt = SQLColumn<Date>("updatedAt", stamp: .updated, coding: .unixMilliseconds)
/// ```
///
/// Inserts, updates, upserts and saves of records, and updates by query, write the time of `DatabaseConfiguration.now`.
/// The value of the record is ignored. The record that `insert` and `save` return has the stored time.
///
/// > Note: SQL text, and inserts of the rows of a query, don't fill the column.
public enum SQLColumnStamp: Sendable, Hashable {
  /// The time of the insert. Updates don't change it.
  case created
  /// The time of the last insert or update. An update by query that assigns the column keeps that value.
  case updated
}

extension SQLColumn where Value.Unwrapped == Date {
  /// Creates a column that typed changes fill with the current time.
  ///
  /// - Parameters:
  ///   - name: The name in the database. Any text is allowed.
  ///   - stamp: When the column is filled.
  ///   - type: The declared type. If `nil`, the one of the coding.
  ///   - unique: Whether values must differ.
  ///   - defaultValue: The value for inserts by SQL text that leave the column out.
  ///   - check: A condition over the row, as SQL text.
  ///   - coding: The coding of the values. If `nil`, ISO 8601 text.
  public init(
    _ name: String, stamp: SQLColumnStamp, type: SQLColumnType? = nil, unique: Bool = false,
    defaultValue: SQLColumnDefault? = nil, check: SQLFragment? = nil, coding: SQLValueCoding<Date>? = nil
  ) {
    self.init(
      name, type: type, primaryKey: nil, unique: unique, defaultValue: defaultValue, check: check, collation: nil,
      references: nil, generated: nil, stamp: stamp, coding: coding)
  }
}
