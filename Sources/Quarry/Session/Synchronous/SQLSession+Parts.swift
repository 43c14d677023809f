extension SQLSession {
  /// Returns all rows of a query with parts, each with what belongs to it, from one snapshot.
  ///
  /// ```swift
  /// let rows = try session.fetchAll(Artist.all.with(many: Album.self, on: Album.artistID))
  /// for (artist, albums) in rows { print(artist.name, albums.count) }
  /// ```
  ///
  /// - Parameter query: The query. Each of its levels is one statement, whatever the number of rows.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` if a record that a row must refer to is missing, `.invalidQuery` if
  ///   a column has no foreign key to follow, and `.unsupportedFeature` as ``QueryWithParts`` says.
  public func fetchAll<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) throws -> [Row] { try runBatch { $0.fetchAll(query) } }

  /// Returns the first row of a query with parts, or `nil`.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as for all rows.
  public func fetchOne<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) throws -> Row? { try runBatch { $0.fetchOne(query) } }

  /// Returns the first row of a query with parts, which must have one.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` if there is no row; else as for all rows.
  public func require<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) throws -> Row { try runBatch { $0.require(query) } }

  /// Returns the number of rows of a query. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as without parts.
  public func fetchCount<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) throws -> Int { try fetchCount(query.query) }

  /// Returns whether a query would return any row. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as without parts.
  public func exists<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) throws -> Bool { try exists(query.query) }

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
  ) throws -> DatabasePage<Row> {
    try runBatch { $0.page(query, size: size, after: cursor) }
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
  ) throws -> DatabasePage<Row> {
    try runBatch { $0.page(query, size: size, before: cursor) }
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
  ) throws -> NumberedDatabasePage<Row> {
    try runBatch { $0.page(query, number: number, size: size) }
  }

  /// Calls a body with all pages of a query with parts in order.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups and distinct rows.
  ///   - size: The maximum number of rows of a page, 1 to 10,000.
  ///   - body: Takes a page. Return `false` to stop early.
  /// - Throws: What `body` throws; ``DatabaseError`` as `page(_:size:after:)`.
  public func forEachPage<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, size: Int,
    _ body: (DatabasePage<Row>) throws -> Bool
  ) throws {
    var cursor: PageCursor?
    repeat {
      let page = try page(query, size: size, after: cursor)
      guard !page.isEmpty, try body(page) else { return }
      cursor = page.next
    } while cursor != nil
  }

  /// Calls a body with each row of a query with parts, holding one batch of rows with their parts at a time.
  ///
  /// ```swift
  /// try session.forEachRow(Artist.all.with(many: Album.self, on: Album.artistID)) { artist, albums in
  ///   print(artist.name, albums.count)
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - body: Takes a record and its parts. Return `false` to stop early.
  /// - Throws: What `body` throws; ``DatabaseError`` as for all rows.
  public func forEachRow<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, _ body: (Row) throws -> Bool
  ) throws {
    let plan = query.rowPlan
    guard context.capabilities.transactions == .interactive else {
      for row in try fetchAll(query) where try !body(row) { return }
      return
    }
    try transaction(.deferred) {
      let root = query.rootQuery
      _ = try run(try root.statement(for: context)) { batch in
        var records: [PartRoot<Record>] = []
        try root.decodeRows(batch, into: &records)
        for row in try runBatch({ $0.parts(of: records, plan.level, plan.rows) }) where try !body(row) { return false }
        return true
      }
    }
  }
}
