extension SQLTable {
  /// Returns a table with the same definition in another schema, such as an attached database.
  ///
  /// ```swift
  /// try await database.createTable(Album.self, inSchema: "archive")
  /// try await database.run(SQLCreateIndex(byTitle, on: "Album", schema: "archive"))
  /// ```
  ///
  /// Both tables have the same columns, so that a query with `Album.title` works with either.
  ///
  /// - Parameter schema: The name of the schema: `main`, `temp`, or that of an attached database.
  ///
  /// Source: <https://sqlite.org/lang_attach.html>.
  public func inSchema(_ schema: String) -> SQLTable {
    if schema == self.schema { return self }
    return copies.copy(in: schema) {
      SQLTable(
        name, schema: schema, definitions: columns, primaryKey: compoundPrimaryKey, foreignKeys: foreignKeys,
        uniqueKeys: uniqueKeys, checks: checks, indexes: indexes, kind: kind, strict: isStrict, problem: problem)
    }
  }
}

/// Caches the copies of one table for other schemas, so that each renders its texts once.
final class SQLTableCopies: Sendable {
  /// The maximum number of copies: an engine can't attach more databases. More copies are made each time.
  private static let limit = 125

  private let copies = Protected<[String: SQLTable]>([:])

  /// The copy for a schema. `make` makes it if it isn't cached.
  func copy(in schema: String, make: () -> SQLTable) -> SQLTable {
    copies.withLock { copies in
      if let copy = copies[schema] { return copy }
      let copy = make()
      if copies.count < Self.limit { copies[schema] = copy }
      return copy
    }
  }
}
