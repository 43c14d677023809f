extension SQLSession {
  /// A page of a query's rows, from the first or from behind a cursor.
  ///
  /// ```swift
  /// let query = Artist.order { ($0.name.ascending, $0.born.descending) }
  /// let first = try session.page(query, size: 50)
  /// let second = try session.page(query, size: 50, after: first.next)
  /// ```
  ///
  /// The page is found by the values of the last row before it, so that it costs the same however far it is, and rows that
  /// others insert or delete move no row to another page. The primary keys are added to an order that is not unique. The
  /// condition of the query may change from page to page, its order and its tables may not.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups and distinct rows.
  ///   - size: The highest number of rows, 1 to 10,000.
  ///   - cursor: The place after which the page begins; `nil` for the first page.
  /// - Throws: ``DatabaseError`` with code `.foreignCursor` for the cursor of another order; `.invalidQuery` for a query
  ///   that has no cursors, or a size out of range.
  public func page<Query: SQLSourceQuery>(
    _ query: Query, size: Int, after cursor: PageCursor? = nil
  ) throws -> DatabasePage<Query.Row> {
    let page = SQLPageQuery(query, PageRequest(size: size, after: cursor))
    return try page.page(fetchAll(page))
  }

  /// The page of a query's rows that ends before a cursor.
  ///
  /// ```swift
  /// if let cursor = page.previous { page = try session.page(query, size: 50, before: cursor) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups and distinct rows.
  ///   - size: The highest number of rows, 1 to 10,000.
  ///   - cursor: The place before which the page ends.
  /// - Throws: ``DatabaseError`` as `page(_:size:after:)`.
  public func page<Query: SQLSourceQuery>(
    _ query: Query, size: Int, before cursor: PageCursor
  ) throws -> DatabasePage<Query.Row> {
    let page = SQLPageQuery(query, PageRequest(size: size, before: cursor))
    return try page.page(fetchAll(page))
  }

  /// A page of a query's rows by its number, with the number of all rows.
  ///
  /// Both come from one snapshot, and in one round trip where the driver has one. Pages far behind cost as much as all rows
  /// before them; `page(_:size:after:)` does not.
  ///
  /// - Parameters:
  ///   - query: A query without limit. The primary keys are added to its order, unless it has groups or distinct rows.
  ///   - number: The number of the page, from 1. A page behind the last one has no rows.
  ///   - size: The number of rows of a full page, 1 to 10,000.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` for a number or a size out of range, or a query with a limit.
  public func page<Query: SQLSourceQuery>(
    _ query: Query, number: Int, size: Int
  ) throws -> NumberedDatabasePage<Query.Row> {
    try only { $0.page(query, number: number, size: size) }
  }

  /// Runs a batch of which the caller does not know.
  func only<Result: BatchResult>(_ build: (inout DatabaseBatch) -> Result) throws -> Result.Value {
    var batch = DatabaseBatch()
    let ticket = build(&batch)
    try ticket.request(from: &batch)
    do {
      return try ticket.value(in: run(batch))
    } catch let error as DatabaseError {
      throw error.outsideBatch
    }
  }
}
