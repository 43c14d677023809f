extension SQLSession {
  /// Returns a page of a query's rows: the first, or the one after a cursor.
  ///
  /// ```swift
  /// let query = Artist.order { ($0.name.ascending, $0.born.descending) }
  /// let first = try session.page(query, size: 50)
  /// let second = try session.page(query, size: 50, after: first.next)
  /// ```
  ///
  /// A cursor contains the values of a row. Every page therefore costs the same, and rows that others insert or delete
  /// don't move other rows from page to page. If the order isn't unique, the primary keys are added to it.
  ///
  /// The condition of the query can change from page to page. Its order and its tables can't.
  ///
  /// > Note: Each row must have a primary key that no other row of the query has. Common tables and views that repeat
  /// > keys lose rows at the end of a page.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups, distinct rows, and window functions in its order.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place after which the page begins; `nil` for the first page.
  /// - Throws: ``DatabaseError`` with code `.foreignCursor` for the cursor of another order, and `.invalidQuery` for a
  ///   query that has no cursors or a size out of range.
  public func page<Query: SQLSourceQuery>(
    _ query: Query, size: Int, after cursor: PageCursor? = nil
  ) throws -> DatabasePage<Query.Row> {
    let page = SQLPageQuery(query, PageRequest(size: size, after: cursor))
    return try page.page(fetchAll(page))
  }

  /// Returns the page of a query's rows that ends before a cursor.
  ///
  /// ```swift
  /// if let cursor = page.previous { page = try session.page(query, size: 50, before: cursor) }
  /// ```
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups, distinct rows, and window functions in its order.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place before which the page ends.
  /// - Throws: ``DatabaseError`` with code `.foreignCursor` for the cursor of another order, and `.invalidQuery` for a
  ///   query that has no cursors or a size out of range.
  public func page<Query: SQLSourceQuery>(
    _ query: Query, size: Int, before cursor: PageCursor
  ) throws -> DatabasePage<Query.Row> {
    let page = SQLPageQuery(query, PageRequest(size: size, before: cursor))
    return try page.page(fetchAll(page))
  }

  /// Returns a page of a query's rows by its number, with the number of all rows.
  ///
  /// Rows and number are read from one snapshot, in one round trip if the driver supports batches. A page costs as much
  /// as all rows before it; the cost of `page(_:size:after:)` stays the same.
  ///
  /// - Parameters:
  ///   - query: A query without limit. The primary keys are added to its order, unless it has groups or distinct rows.
  ///   - number: The number of the page, from 1. A page after the last one has no rows.
  ///   - size: The number of rows of a full page, 1 to 10,000.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` for a number or a size out of range, or a query with a limit.
  public func page<Query: SQLSourceQuery>(
    _ query: Query, number: Int, size: Int
  ) throws -> NumberedDatabasePage<Query.Row> {
    try runBatch { $0.page(query, number: number, size: size) }
  }

  /// Runs a batch with one ticket. Its errors don't mention the batch.
  func runBatch<Result: BatchResult>(_ build: (inout DatabaseBatch) -> Result) throws -> Result.Value {
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

extension SQLSession {
  /// Calls a body with all pages of a query in order.
  ///
  /// ```swift
  /// try session.forEachPage(Artist.order { $0.name }, size: 500) { page in
  ///   try send(page.rows)
  ///   return true
  /// }
  /// ```
  ///
  /// The body can change rows. A page shows the rows at the time when it is read.
  ///
  /// - Parameters:
  ///   - query: A query without limit, groups, distinct rows, and window functions in its order.
  ///   - size: The maximum number of rows of a page, 1 to 10,000.
  ///   - body: Takes a page. Return `false` to stop early.
  /// - Throws: The error of `body`; ``DatabaseError`` as `page(_:size:after:)`.
  public func forEachPage<Query: SQLSourceQuery>(
    _ query: Query, size: Int, _ body: (DatabasePage<Query.Row>) throws -> Bool
  ) throws {
    var cursor: PageCursor?
    repeat {
      let page = try page(query, size: size, after: cursor)
      guard !page.isEmpty, try body(page) else { return }
      cursor = page.next
    } while cursor != nil
  }
}
