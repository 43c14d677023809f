extension DatabaseBatch {
  /// Adds a query with parts, one statement for each level.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of all rows.
  @discardableResult
  public mutating func fetchAll<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> Ticket<[Row]> {
    add(BatchEntry(query.rowPlan) { $0 })
  }

  /// Adds a query with parts of which only the first row is wanted.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the first row. Its result is `nil` if there is none.
  @discardableResult
  public mutating func fetchOne<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> Ticket<Row?> {
    add(BatchEntry(query.firstRowPlan) { $0.first })
  }

  /// Adds a query with parts that must return a row.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the first row. If there is none, reading it throws `.rowNotFound`.
  @discardableResult
  public mutating func require<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> Ticket<Row> {
    add(
      BatchEntry(query.firstRowPlan) { rows in
        guard let row = rows.first else { throw query.query.missingRow }
        return row
      })
  }

  /// Adds a question for the number of rows of a query. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the number.
  @discardableResult
  public mutating func fetchCount<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> Ticket<Int> { fetchCount(query.query) }

  /// Adds a question whether a query would return any row. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of whether it would.
  @discardableResult
  public mutating func exists<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>
  ) -> Ticket<Bool> { exists(query.query) }

  /// Adds a query with parts that reads one page: the first, or the one after a cursor.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place after which the page begins; `nil` for the first page.
  /// - Returns: The ticket of the page.
  @discardableResult
  public mutating func page<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, size: Int, after cursor: PageCursor? = nil
  ) -> Ticket<DatabasePage<Row>> {
    add(query, PageRequest(size: size, after: cursor))
  }

  /// Adds a query with parts that reads the page that ends before a cursor.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place before which the page ends.
  /// - Returns: The ticket of the page.
  @discardableResult
  public mutating func page<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, size: Int, before cursor: PageCursor
  ) -> Ticket<DatabasePage<Row>> {
    add(query, PageRequest(size: size, before: cursor))
  }

  private mutating func add<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, _ request: PageRequest
  ) -> Ticket<DatabasePage<Row>> {
    add(
      BatchEntry({ () throws(DatabaseError) in try query.page(request).rows.level }) { node in
        try query.page(request).page.page(query.rows(node), keys: node.rows.extra)
      })
  }

  /// Adds a query with parts that reads a page by its number, with the number of all rows.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - number: The number of the page, from 1.
  ///   - size: The number of rows of a full page, 1 to 10,000.
  /// - Returns: The ticket of the page.
  @discardableResult
  public mutating func page<Record: SQLDecodable, Row: Sendable>(
    _ query: QueryWithParts<Record, Row>, number: Int, size: Int
  ) -> NumberedPageTicket<Row> {
    NumberedPageTicket(
      rows: add(
        BatchEntry({ () throws(DatabaseError) in try query.page(number: number, size: size) }) { node in
          try query.rows(node)
        }),
      total: fetchCount(query.query), number: number, size: size)
  }

  /// Adds the rows of a plan.
  mutating func fetchAll<Row>(_ plan: RecordQueryPlan<Row>) -> Ticket<[Row]> { add(BatchEntry(plan) { $0 }) }

  /// Adds what belongs to records that were already read.
  mutating func parts<Record: SQLDecodable, Value: Sendable>(
    of records: [PartRoot<Record>], _ level: PartLevel, _ read: @escaping @Sendable (PartNode) throws -> Value
  ) -> Ticket<Value> { add(BatchEntry(partsOf: records, level, read)) }
}
