extension SQLTable {
  /// The table of the same definition in another schema, such as an attached database.
  ///
  /// ```swift
  /// try await database.createTable(Album.self, inSchema: "archive")
  /// try await database.run(SQLCreateIndex(byTitle, on: "Album", schema: "archive"))
  /// ```
  ///
  /// Its columns are those of this table, so that what is written with `Album.title` is about either.
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

/// Keeps the copies of one table for other schemas, so that each renders its texts once.
final class SQLTableCopies: Sendable {
  /// An engine attaches no more databases than this; what is beyond is made anew each time.
  private static let limit = 125

  private let copies = Protected<[String: SQLTable]>([:])

  /// The copy for a schema, which `make` makes when it is not kept.
  func copy(in schema: String, make: () -> SQLTable) -> SQLTable {
    copies.withLock { copies in
      if let copy = copies[schema] { return copy }
      let copy = make()
      if copies.count < Self.limit { copies[schema] = copy }
      return copy
    }
  }
}
