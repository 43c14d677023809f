/// A record that isn't stored yet: it has every value except those that the database assigns.
///
/// ```swift
/// struct Artist: SQLCodable {
///   struct Draft: SQLDraft {
///     typealias Record = Artist
///     var id: Int64?
///     var name: String
///     func encode(to row: inout SQLRowWriter<Artist>) {
///       if let value = id { row[Artist.id] = value }
///       row[Artist.name] = name
///     }
///   }
///   // …
/// }
/// let nina = try await database.insert(Artist.Draft(name: "Nina"))   // an Artist, with its key
/// ```
public protocol SQLDraft: Sendable {
  /// The type of the stored record.
  associatedtype Record: SQLCodable

  /// Writes the value of each column. A column without a value gets its default; a key without a value is assigned.
  func encode(to row: inout SQLRowWriter<Record>)
}

extension SQLDraft {
  /// The value of each column, `nil` if the draft has none.
  func columnValues() throws(DatabaseError) -> [SQLValue?] {
    var writer = SQLRowWriter<Record>()
    encode(to: &writer)
    if let error = writer.error { throw error }
    return writer.values
  }
}
