/// A query whose rows are transformed into other values.
public struct SQLMappedQuery<Base: SQLFetchable, Row: Sendable>: SQLFetchable {
  let base: Base
  let transform: @Sendable (Base.Row) throws -> Row

  /// Whether the base query only reads.
  public var isReadOnly: Bool { base.isReadOnly }

  /// Renders the base query.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.statement(for: context)
  }
  /// Renders a statement that counts the rows of the base query.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.countStatement(for: context)
  }
  /// Renders the base query for its first row only.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.firstRowStatement(for: context)
  }
  /// Reads a row and transforms it.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit,
  ///   or what the transformation throws.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try transform(base.decode(&row)) }
  /// Reads all rows of a batch and transforms them.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row doesn't fit,
  ///   or what the transformation throws.
  public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    var read: [Base.Row] = []
    read.reserveCapacity(batch.rowCount)
    try base.decodeRows(batch, into: &read)
    for row in read { rows.append(try transform(row)) }
  }
}
