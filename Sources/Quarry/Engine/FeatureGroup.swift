/// The area of SQL or of the engine that a feature belongs to.
public enum FeatureGroup: String, Sendable, Hashable, CaseIterable {
  /// Queries and expressions.
  case queries = "Queries and expressions"
  /// Statements that change rows.
  case writes = "INSERT / UPDATE / DELETE"
  /// Statements that change the schema.
  case schema = "Schema"
  /// Functions of a single row.
  case scalarFunctions = "Scalar functions"
  /// Functions of date and time.
  case dateAndTime = "Date and time"
  /// Functions of several rows.
  case aggregates = "Aggregates"
  /// JSON.
  case json = "JSON"
  /// Full-text search, spatial search and other virtual tables.
  case virtualTables = "Full-text, spatial, other virtual tables"
  /// PRAGMA statements.
  case pragmas = "PRAGMA"
  /// Files and how they are opened.
  case files = "Files, URIs, VFS"
  /// Functions of the C interface.
  case cInterface = "C API"
  /// Settings of one connection.
  case connectionSettings = "Connection settings (db_config)"
  /// Features that depend on how the library was built, and not on a version.
  case buildOptions = "Build options without a version of their own"
  /// Statements that run everywhere with different results.
  case differentResults = "Same SQL, other result"
  /// Encryption by SQLCipher.
  case encryption = "Encryption (SQLCipher)"
}
