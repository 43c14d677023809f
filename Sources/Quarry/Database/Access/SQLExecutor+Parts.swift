extension SQLExecutor {
  /// Returns all rows of a query with parts, each with what belongs to it, from one snapshot.
  ///
  /// ```swift
  /// let rows = try await database.fetchAll(Artist.all.with(many: Album.self, on: Album.artistID))
  /// for (artist, albums) in rows { print(artist.name, albums.count) }
  /// ```
  ///
  /// - Parameter query: The query. Each of its levels is one statement, whatever the number of rows.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` if a record that a row must refer to is missing, `.invalidQuery` if
  ///   a column has no foreign key to follow, and `.unsupportedFeature` as ``QueryWithParts`` says.
  public func fetchAll<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) async throws -> [Row] { try await runBatch { $0.fetchAll(query) } }

  /// Returns the first row of a query with parts, or `nil`.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as for all rows.
  public func fetchOne<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) async throws -> Row? { try await runBatch { $0.fetchOne(query) } }

  /// Returns the first row of a query with parts, which must have one.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` if there is no row; else as for all rows.
  public func require<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) async throws -> Row { try await runBatch { $0.require(query) } }

  /// Returns the number of rows of a query. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as without parts.
  public func fetchCount<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) async throws -> Int { try await fetchCount(query.query) }

  /// Returns whether a query would return any row. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as without parts.
  public func exists<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) async throws -> Bool { try await exists(query.query) }

  /// Returns a page of a query with parts: the first, or the one after a cursor. The order is that of the query, as for
  /// a query without parts.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups and distinct rows.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place after which the page begins; `nil` for the first page.
  /// - Throws: ``DatabaseError`` as for a page without parts, and as for all rows.
  public func page<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, size: Int, after cursor: PageCursor? = nil
  ) async throws -> DatabasePage<Row> {
    try await runBatch { $0.page(query, size: size, after: cursor) }
  }

  /// Returns the page of a query with parts that ends before a cursor.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups and distinct rows.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place before which the page ends.
  /// - Throws: ``DatabaseError`` as for a page without parts, and as for all rows.
  public func page<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, size: Int, before cursor: PageCursor
  ) async throws -> DatabasePage<Row> {
    try await runBatch { $0.page(query, size: size, before: cursor) }
  }

  /// Returns a page of a query with parts by its number, with the number of all rows.
  ///
  /// - Parameters:
  ///   - query: A query without limit.
  ///   - number: The number of the page, from 1. A page after the last one has no rows.
  ///   - size: The number of rows of a full page, 1 to 10,000.
  /// - Throws: ``DatabaseError`` as for a page without parts, and as for all rows.
  public func page<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, number: Int, size: Int
  ) async throws -> NumberedDatabasePage<Row> {
    try await runBatch { $0.page(query, number: number, size: size) }
  }

  /// Returns all pages of a query with parts in order. Each page is read when the loop asks for it.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups and distinct rows.
  ///   - size: The maximum number of rows of a page, 1 to 10,000.
  /// - Returns: A sequence that throws as `page(_:size:after:)`.
  public func pages<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, size: Int
  ) -> DatabasePages<Row> {
    DatabasePages { try await page(query, size: size, after: $0) }
  }
}
