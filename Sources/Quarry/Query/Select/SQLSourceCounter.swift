/// Makes the columns of the sources of a query, one after the other.
struct SQLSourceCounter {
  let token: UInt64
  var index = 0

  mutating func next<Source: SQLSource>(_ type: Source.Type) -> Source.SourceColumns {
    defer { index += 1 }
    return Source.SourceColumns(identity: SQLSyntax.SourceIdentity(token: token, index: index))
  }

  /// Calls a closure with the columns of the sources.
  mutating func call<each Source: SQLSource, Result>(
    _ body: (repeat (each Source).SourceColumns) -> Result, _ types: repeat (each Source).Type
  ) -> Result { body(repeat next((each Source).self)) }
}
