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
    return cache.copy(in: schema) {
      SQLTable(
        name, schema: schema, definitions: columns, primaryKey: compoundPrimaryKey, foreignKeys: foreignKeys,
        uniqueKeys: uniqueKeys, checks: checks, indexes: indexes, kind: kind, strict: isStrict, problem: problem)
    }
  }
}
