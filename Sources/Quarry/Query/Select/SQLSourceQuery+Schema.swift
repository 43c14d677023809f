extension SQLDecodable {
  /// Returns all rows of the table of another schema, such as an attached database.
  ///
  /// ```swift
  /// let old = try await database.fetchAll(Album.inSchema("archive").where { $0.year < 1990 })
  /// let both = Album.join(Artist.inSchema("archive")) { $0.artistID == $1.id }
  /// try await database.delete(Album.inSchema("archive").where { $0.plays == 0 })
  /// ```
  ///
  /// - Parameter schema: The name of the schema: `main`, `temp`, or that of an attached database.
  ///
  /// Source: <https://sqlite.org/lang_attach.html>.
  public static func inSchema(_ schema: String) -> SQLQuery<Self> { all.inSchema(schema) }
}

extension SQLSourceQuery {
  /// Returns the same query over the tables of another schema. It applies to all sources that are tables.
  ///
  /// Queries inside it, as in conditions and common table expressions, still read from the schemas that they name.
  ///
  /// - Parameter schema: The name of the schema: `main`, `temp`, or that of an attached database.
  public func inSchema(_ schema: String) -> Self {
    var copy = self
    for index in copy.select.sources.indices {
      if case .table = copy.select.sources[index].relation {
        copy.select.sources[index].table = copy.select.sources[index].table.inSchema(schema)
      }
    }
    return copy
  }
}
