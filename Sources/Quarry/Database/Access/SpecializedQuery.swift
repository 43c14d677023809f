/// A query that can be rendered before a connection is there.
///
/// A protocol of its own, so that the core gets the query's type from the caller's module, where it is known: a generic type
/// that the core put together itself would be looked up again in each call.
@usableFromInline protocol RenderableQuery: SQLFetchable {
  /// Renders the statement, for whoever runs the query in this form.
  mutating func render(_ form: QueryForm, for context: SQLGenerationContext) throws(DatabaseError)
}

/// Which of a query's statements is to be run.
@usableFromInline enum QueryForm { case all, firstRow, count }

/// A query with the reading of its rows compiled where the query's type is known.
///
/// The pool reaches its connections by way of their protocol, so that what is generic over the query runs there without
/// knowing its type. This carries the one part that runs for every row as a closure that the caller's module made, where
/// it is compiled for that very type; for short rows that is a sixth of the whole time.
///
/// It also carries the statement, once it is rendered: before a connection is waited for, so that what cannot be rendered
/// is refused at once and nobody else waits for it.
@usableFromInline struct SpecializedQuery<Base: SQLFetchable>: RenderableQuery {
  @usableFromInline typealias Row = Base.Row

  @usableFromInline let base: Base
  @usableFromInline let read: @Sendable (SQLRowBatch, inout [Base.Row]) throws -> Void

  private var rendered: RenderedStatement?

  @usableFromInline init(
    _ base: Base, read: @escaping @Sendable (SQLRowBatch, inout [Base.Row]) throws -> Void
  ) {
    self.base = base
    self.read = read
  }

  @inlinable init(_ base: Base) {
    self.init(base) { batch, rows in try base.decodeRows(batch, into: &rows) }
  }

  @usableFromInline mutating func render(
    _ form: QueryForm, for context: SQLGenerationContext
  ) throws(DatabaseError) {
    let statement =
      switch form {
      case .all: try base.statement(for: context)
      case .firstRow: try base.firstRowStatement(for: context)
      case .count: try base.countStatement(for: context)
      }
    rendered = RenderedStatement(statement: statement, likeness: context.likeness)
  }

  /// The rendered statement, unless the connection is one for which it might be another one.
  private func known(for context: SQLGenerationContext) -> SQLFragment? {
    guard let rendered, rendered.likeness === context.likeness else { return nil }
    return rendered.statement
  }

  @usableFromInline var isReadOnly: Bool { base.isReadOnly }

  @usableFromInline func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let known = known(for: context) { return known }
    return try base.statement(for: context)
  }

  @usableFromInline func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let known = known(for: context) { return known }
    return try base.countStatement(for: context)
  }

  @usableFromInline func firstRowStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if let known = known(for: context) { return known }
    return try base.firstRowStatement(for: context)
  }

  @usableFromInline func decode(_ row: inout SQLRowDecoder) throws -> Base.Row { try base.decode(&row) }

  @usableFromInline func decodeRows(_ batch: SQLRowBatch, into rows: inout [Base.Row]) throws {
    try read(batch, &rows)
  }
}

/// A statement, and what it was rendered for.
private struct RenderedStatement {
  let statement: SQLFragment
  let likeness: SQLGenerationContext.Likeness
}
