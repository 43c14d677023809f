/// A type whose properties are columns of the tables that use it.
///
/// ```swift
/// struct Address: SQLColumnGroup {
///   var street: String
///   var city: String
///
///   struct Columns: SQLGroupColumns {
///     typealias Group = Address
///     let street: SQLColumn<String>
///     let city: SQLColumn<String>
///     init(prefix: String) {
///       street = SQLColumn("\(prefix)street")
///       city = SQLColumn("\(prefix)city")
///     }
///     var definitions: [SQLColumnDefinition] { street.definitions + city.definitions }
///   }
///
///   init<Record>(row: inout SQLRowReader<Record>, columns: Columns) throws {
///     (street, city) = try (row[columns.street], row[columns.city])
///   }
///   func encode<Record>(to row: inout SQLRowWriter<Record>, columns: Columns) {
///     row[columns.street] = street
///     row[columns.city] = city
///   }
/// }
/// ```
///
/// A record declares the columns once for each property, `static let home = Address.Columns(prefix: "home_")`, and
/// lists them in its table. It reads and writes the group like a column: `home = try row[Self.home]` and
/// `row[Self.home] = home`. A query uses `$0[Person.home.city]`.
public protocol SQLColumnGroup: Sendable {
  /// The columns of one property of one table.
  associatedtype Columns: SQLGroupColumns where Columns.Group == Self

  /// Reads the group from a row of a record.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or `.decoding` if the row doesn't fit.
  init<Record: SQLMapped>(row: inout SQLRowReader<Record>, columns: Columns) throws

  /// Writes the value of each column of the group.
  func encode<Record: SQLMapped>(to row: inout SQLRowWriter<Record>, columns: Columns)
}

extension SQLRowReader {
  /// The value of a group of columns.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or `.decoding` if the row doesn't fit.
  public subscript<Columns: SQLGroupColumns>(columns: Columns) -> Columns.Group
  where Columns.Group: SQLColumnGroup, Columns.Group.Columns == Columns {
    mutating get throws { try Columns.Group(row: &self, columns: columns) }
  }
}

extension SQLRowWriter {
  /// Writes the value of each column of a group: `row[Self.home] = home`.
  public subscript<Columns: SQLGroupColumns>(columns: Columns) -> Columns.Group
  where Columns.Group: SQLColumnGroup, Columns.Group.Columns == Columns {
    @available(*, unavailable, message: "a row writer only takes values")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    set { newValue.encode(to: &self, columns: columns) }
  }
}
