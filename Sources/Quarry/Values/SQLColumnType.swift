/// The declared type of a column.
///
/// The set is open: SQLite accepts any name and derives the affinity from it (<https://sqlite.org/datatype3.html>,
/// section 3.1).
public struct SQLColumnType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in `CREATE TABLE`.
  public var rawValue: String

  /// Creates a type from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a type from its name.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// `INTEGER`.
  public static let integer: SQLColumnType = "INTEGER"
  /// `REAL`.
  public static let real: SQLColumnType = "REAL"
  /// `TEXT`.
  public static let text: SQLColumnType = "TEXT"
  /// `BLOB`.
  public static let blob: SQLColumnType = "BLOB"
  /// `NUMERIC`.
  public static let numeric: SQLColumnType = "NUMERIC"
  /// `ANY`, for strict tables.
  public static let any: SQLColumnType = "ANY"

  /// The name in `CREATE TABLE`.
  public var description: String { rawValue }
}
