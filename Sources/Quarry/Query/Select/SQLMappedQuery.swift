/// A query whose rows are made into other values.
public struct SQLMappedQuery<Base: SQLFetchable, Row: Sendable>: SQLFetchable {
  let base: Base
  let transform: @Sendable (Base.Row) throws -> Row

  /// Whether the query below changes nothing.
  public var isReadOnly: Bool { base.isReadOnly }

  /// Renders the query below.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.statement(for: context)
  }
  /// Counts the rows of the query below.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.countStatement(for: context)
  }
  /// Renders the query below for its first row only.
  public func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.firstRowStatement(for: context)
  }
  /// Reads a row and makes the other value of it.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try transform(base.decode(&row)) }
  /// Reads all rows of a batch and makes the other values of them.
  public func decodeRows(_ batch: SQLRowBatch, into rows: inout [Row]) throws {
    var read: [Base.Row] = []
    read.reserveCapacity(batch.rowCount)
    try base.decodeRows(batch, into: &read)
    for row in read { rows.append(try transform(row)) }
  }
}
