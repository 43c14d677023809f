/// A record that isn't stored yet: it has every value except those that the database assigns.
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

  /// Writes the value of each column. A column without a value gets its default; a key without a value is assigned.
  func encode(to row: inout SQLRowWriter<Record>)
}
