/// A type whose values are rows of one table, read by hand-written or generated code.
///
/// Conform to ``SQLCodable`` to read and write, or to ``SQLDecodable`` to read only.
public protocol SQLMapped: Sendable {
  /// The table and its columns.
  static var table: SQLTable { get }

  /// Reads a value from a row.
  ///
  /// - Throws: ``DatabaseError`` when a cell does not fit, or the row lacks a column.
  init(row: inout SQLRowReader<Self>) throws
}

/// One place in a query's row: a mapped type, or an optional one where an outer join may leave it empty.
public protocol SQLSource: Sendable {
  /// The mapped type, without optionality.
  associatedtype Record: SQLMapped
  /// The same source where it may be missing.
  associatedtype Nullable: SQLSource
  /// What the closures of a query are handed for the source: its columns, typed.
  associatedtype SourceColumns: SQLSourceColumns

  /// Whether the source may be missing from a row.
  static var isNullable: Bool { get }

  /// Reads the source from a row; the reader stands at the source's first cell.
  static func decode(_ row: inout SQLRowDecoder) throws -> Self
}

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
///     id = try row[Self.id]
///     name = try row[Self.name]
///   }
/// }
/// ```
public protocol SQLDecodable: SQLMapped, SQLSource where Record == Self {
  associatedtype Nullable = Self?
  associatedtype SourceColumns = SQLColumns<Self>
}

extension SQLDecodable {
  /// A mapped type by itself is never missing.
  @inlinable public static var isNullable: Bool { false }

  /// Reads a value from the cells of its columns.
  @inlinable public static func decode(_ row: inout SQLRowDecoder) throws -> Self {
    try row.decode(Self.self)
  }
}

extension Optional: SQLSource where Wrapped: SQLMapped {
  /// The wrapped type.
  public typealias Record = Wrapped
  /// An optional stays optional.
  public typealias Nullable = Wrapped?
  /// The columns, each of which may be NULL.
  public typealias SourceColumns = SQLOptionalColumns<Wrapped>

  /// Always true.
  @inlinable public static var isNullable: Bool { true }

  /// `nil` where the join found no row, which the row's presence marker tells; a row of NULLs is a row.
  @inlinable public static func decode(_ row: inout SQLRowDecoder) throws -> Self {
    try row.decodeIfPresent(Wrapped.self)
  }
}

/// A type whose values are written as rows.
public protocol SQLEncodable: SQLMapped {
  /// Gives a value to each column. A column that gets none is left out of an insert and keeps its default.
  func encode(to row: inout SQLRowWriter<Self>)
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
///     id = try row[Self.id]
///     name = try row[Self.name]
///   }
///   func encode(to row: inout SQLRowWriter<Self>) {
///     row[Self.id] = id
///     row[Self.name] = name
///   }
/// }
/// ```
public typealias SQLCodable = SQLDecodable & SQLEncodable
