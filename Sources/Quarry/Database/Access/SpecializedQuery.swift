/// A query with the reading of its rows compiled where the query's type is known.
///
/// The pool reaches its connections by way of their protocol, so that what is generic over the query runs there without
/// knowing its type. This carries the one part that runs for every row as a closure that the caller's module made, where
/// it is compiled for that very type; for short rows that is a sixth of the whole time.
@usableFromInline struct SpecializedQuery<Base: SQLFetchable>: SQLFetchable {
  @usableFromInline typealias Row = Base.Row

  @usableFromInline let base: Base
  @usableFromInline let read: @Sendable (SQLRowBatch, inout [Base.Row]) throws -> Void

  @inlinable init(_ base: Base) {
    self.base = base
    self.read = { batch, rows in try base.decodeRows(batch, into: &rows) }
  }

  @usableFromInline var isReadOnly: Bool { base.isReadOnly }

  @usableFromInline func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.statement(for: context)
  }

  @usableFromInline func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.countStatement(for: context)
  }

  @usableFromInline func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try base.firstRowStatement(for: context)
  }

  @usableFromInline func decode(_ row: inout SQLRowDecoder) throws -> Base.Row { try base.decode(&row) }

  @usableFromInline func decodeRows(_ batch: SQLRowBatch, into rows: inout [Base.Row]) throws {
    try read(batch, &rows)
  }
}
