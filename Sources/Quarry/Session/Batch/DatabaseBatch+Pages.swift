extension DatabaseBatch {
  /// Adds a query that reads one page: the first, or the one after a cursor.
  ///
  /// - Parameters:
  ///   - query: The query; see `SQLExecutor.page(_:size:after:)`.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place after which the page begins; `nil` for the first page.
  /// - Returns: The ticket of the page.
  @discardableResult
  public mutating func page<Query: SQLSourceQuery>(
    _ query: Query, size: Int, after cursor: PageCursor? = nil
  ) -> Ticket<DatabasePage<Query.Row>> {
    add(SQLPageQuery(query, PageRequest(size: size, after: cursor)))
  }

  /// Adds a query that reads the page that ends before a cursor.
  ///
  /// - Parameters:
  ///   - query: The query; see `SQLExecutor.page(_:size:after:)`.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place before which the page ends.
  /// - Returns: The ticket of the page.
  @discardableResult
  public mutating func page<Query: SQLSourceQuery>(
    _ query: Query, size: Int, before cursor: PageCursor
  ) -> Ticket<DatabasePage<Query.Row>> {
    add(SQLPageQuery(query, PageRequest(size: size, before: cursor)))
  }

  private mutating func add<Base>(_ query: SQLPageQuery<Base>) -> Ticket<DatabasePage<Base.Row>> {
    add(BatchEntry(rowsOf: query) { try query.page($0) })
  }

  /// Adds a query that reads a page by its number, with the number of all rows.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - number: The number of the page, from 1.
  ///   - size: The number of rows of a full page, 1 to 10,000.
  /// - Returns: The ticket of the page, which needs two statements.
  @discardableResult
  public mutating func page<Query: SQLSourceQuery>(
    _ query: Query, number: Int, size: Int
  ) -> NumberedPageTicket<Query.Row> {
    NumberedPageTicket(
      rows: add(
        BatchEntry(
          isReadOnly: true,
          { (context) throws(DatabaseError) in try query.page(number: number, size: size).statement(for: context) }
        ) {
          var rows: [Query.Row] = []
          for batch in $0.rows { try query.decodeRows(batch, into: &rows) }
          return rows
        }), total: fetchCount(query), number: number, size: size)
  }

  /// The ticket of a page by its number.
  public struct NumberedPageTicket<Row: Sendable>: BatchResult {
    let rows: Ticket<[Row]>
    let total: Ticket<Int>
    let number: Int
    let size: Int

    /// Marks the rows and their number.
    ///
    /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
    public func request(from batch: inout DatabaseBatch) throws(DatabaseError) {
      try rows.request(from: &batch)
      try total.request(from: &batch)
    }

    /// Returns the page.
    ///
    /// - Throws: ``DatabaseError`` with code `.misuse` for a ticket of another batch.
    public func value(in results: BatchResults) throws(DatabaseError) -> NumberedDatabasePage<Row> {
      NumberedDatabasePage(
        rows: try rows.value(in: results), number: number, size: size, total: try total.value(in: results))
    }
  }
}

extension DatabaseError {
  /// The same error without the number of a batch entry, for a call that runs a batch inside.
  var outsideBatch: DatabaseError {
    var error = self
    error.batchEntry = nil
    return error
  }
}
