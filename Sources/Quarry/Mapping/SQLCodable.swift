/// A type that is read from rows.
///
/// ```swift
/// struct Artist: SQLDecodable {
///   var id: Int64
///   var name: String
///   static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
///   static let name = SQLColumn<String>("Name")
///   static let table = SQLTable("Artist", id, name)
///   init(row: inout SQLRowReader<Self>) throws {
///     (id, name) = try (row[Self.id], row[Self.name])
///   }
/// }
/// ```
public protocol SQLDecodable: SQLMapped, SQLSource where Record == Self {
  associatedtype Nullable = Self?
  associatedtype SourceColumns = SQLColumns<Self>
}

extension SQLDecodable {
  /// Always `false`: a mapped type is never missing.
  @inlinable public static var isNullable: Bool { false }

  /// Reads a value from its columns of a row.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or `.decoding` if the row doesn't fit
  ///   the type.
  @inlinable public static func decode(_ row: inout SQLRowDecoder) throws -> Self {
    try row.decode(Self.self)
  }
}

/// A type that is read from and written to rows of one table.
///
/// ```swift
/// struct Artist: SQLCodable, Identifiable {
///   var id: Int64
///   var name: String
///   static let id = SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement)
///   static let name = SQLColumn<String>("Name")
///   static let table = SQLTable("Artist", id, name)
///   init(row: inout SQLRowReader<Self>) throws {
///     (id, name) = try (row[Self.id], row[Self.name])
///   }
///   func encode(to row: inout SQLRowWriter<Self>) {
///     row[Self.id] = id
///     row[Self.name] = name
///   }
/// }
/// ```
public protocol SQLCodable: SQLDecodable, SQLEncodable {}
