/// One value of a query's row: a mapped type, or an optional one if an outer join may not find it.
public protocol SQLSource: Sendable {
  /// The mapped type, without optionality.
  associatedtype Record: SQLMapped
  /// The same source if it may be missing.
  associatedtype Nullable: SQLSource
  /// The typed columns of the source, as the closures of a query get them.
  associatedtype SourceColumns: SQLSourceColumns

  /// Whether the source may be missing from a row.
  static var isNullable: Bool { get }

  /// Reads the source from a row, beginning at the source's first column.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or `.decoding` if the row doesn't fit
  ///   the type.
  static func decode(_ row: inout SQLRowDecoder) throws -> Self
}

extension Optional: SQLSource where Wrapped: SQLMapped {
  /// The wrapped type.
  public typealias Record = Wrapped
  /// The optional itself, which may already be missing.
  public typealias Nullable = Wrapped?
  /// The columns, each of which may be NULL.
  public typealias SourceColumns = SQLOptionalColumns<Wrapped>

  /// Always `true`.
  @inlinable public static var isNullable: Bool { true }

  /// Reads the source from a row, or returns `nil` if the join found no row. A row of NULLs is a row.
  ///
  /// - Throws: ``DatabaseError`` with code `.unknownColumn`, `.unexpectedNull` or `.decoding` if the row doesn't fit
  ///   the type.
  @inlinable public static func decode(_ row: inout SQLRowDecoder) throws -> Self {
    try row.decodeIfPresent(Wrapped.self)
  }
}
