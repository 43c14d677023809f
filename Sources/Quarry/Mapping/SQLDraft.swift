/// A record that isn't stored yet: everything but what the database assigns.
///
/// ```swift
/// extension Customer {
///   struct Draft: SQLDraft {
///     typealias Record = Customer
///     var id: Int64?
///     var name: String
///     func encode(to row: inout SQLRowWriter<Customer>) {
///       if let value = id { row[Customer.id] = value }
///       row[Customer.name] = name
///     }
///   }
/// }
/// let nina = try await database.insert(Customer.Draft(name: "Nina"))   // a Customer, with its key
/// ```
public protocol SQLDraft: Sendable {
  /// The type of the stored record.
  associatedtype Record: SQLCodable

  /// Gives a value to each column. A column that gets none keeps its default; a key that gets none is assigned.
  func encode(to row: inout SQLRowWriter<Record>)
}

extension SQLDraft {
  /// The value of each column, `nil` where the draft gives none.
  func columnValues() throws(DatabaseError) -> [SQLValue?] {
    var writer = SQLRowWriter<Record>()
    encode(to: &writer)
    if let error = writer.error { throw error }
    return writer.values
  }
}
