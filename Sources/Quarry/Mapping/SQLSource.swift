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
