/// The name of a column in keys, indexes and references: a typed column or a text.
///
/// Prefer the typed column. The compiler checks it, and you change its name in one place:
///
/// ```swift
/// static let table = SQLTable(
///   "rating", customerID, trackID, stars, primaryKey: [customerID, trackID],
///   indexes: [SQLIndex("rating_track", on: trackID)])
/// ```
///
/// Use a text for columns that are found at run time.
public protocol SQLColumnName: Sendable {
  /// The name in the database.
  var columnName: String { get }
}

extension SQLColumn: SQLColumnName {
  /// The name in the database.
  public var columnName: String { name }
}

extension SQLColumnDefinition: SQLColumnName {
  /// The name in the database.
  public var columnName: String { name }
}

extension String: SQLColumnName {
  /// The text.
  public var columnName: String { self }
}

extension [any SQLColumnName] {
  /// The names in the database.
  var names: [String] { map(\.columnName) }
}
