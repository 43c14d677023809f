#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When typed changes fill a column with the time.
///
/// ```swift
/// static let createdAt = SQLColumn<Date>("createdAt", stamp: .created)
/// static let updatedAt = SQLColumn<Date>("updatedAt", stamp: .updated, coding: .unixMilliseconds)
/// ```
///
/// Inserts, updates, upserts and saves of records, and updates by query, take the time from `DatabaseConfiguration.now`;
/// what a record holds in such a column is not written. The stored record, which `insert` and `save` return, has the
/// time. SQL text of the program, and inserts of the rows of a query, are left as they are.
public enum SQLColumnStamp: Sendable, Hashable {
  /// The time of the insert; updates leave it as it is.
  case created
  /// The time of the last insert or update. An update by query that assigns the column itself decides.
  case updated
}

extension SQLColumn where Value.Unwrapped == Date {
  /// Creates a column that typed changes fill with the time.
  ///
  /// - Parameters:
  ///   - name: the name in the database; any text.
  ///   - stamp: when the column is filled.
  ///   - type: the declared type; by default the one of the coding.
  ///   - unique: whether values must differ.
  ///   - defaultValue: the value of a column that SQL text leaves out of an insert.
  ///   - check: a condition over the row, as SQL text.
  ///   - coding: how values are stored; `nil` for ISO 8601 text.
  public init(
    _ name: String, stamp: SQLColumnStamp, type: SQLColumnType? = nil, unique: Bool = false,
    defaultValue: SQLColumnDefault? = nil, check: SQLFragment? = nil, coding: SQLValueCoding<Date>? = nil
  ) {
    self.init(
      name, type: type, primaryKey: nil, unique: unique, defaultValue: defaultValue, check: check, collation: nil,
      references: nil, generated: nil, stamp: stamp, coding: coding)
  }
}
