/// Makes the columns of the sources of a query, one after the other, under a new token.
@usableFromInline struct SQLSourceCounter {
  @usableFromInline let token: UInt64
  @usableFromInline var index = 0

  @usableFromInline init() { token = SQLSyntax.SourceIdentity.nextToken() }

  @inlinable mutating func next<Source: SQLSource>(_ type: Source.Type) -> Source.SourceColumns {
    defer { index += 1 }
    return Source.SourceColumns(identity: SQLSyntax.SourceIdentity(token: token, index: index))
  }

  /// Calls a closure with the columns of the sources.
  @inlinable mutating func call<each Source: SQLSource, Result>(
    _ body: (repeat (each Source).SourceColumns) -> Result, _ types: repeat (each Source).Type
  ) -> Result { body(repeat next((each Source).self)) }
}
