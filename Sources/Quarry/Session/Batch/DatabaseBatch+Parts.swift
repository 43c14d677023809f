extension DatabaseBatch {
  /// Adds a query with parts, one statement for each level.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of all rows.
  @discardableResult
  public mutating func fetchAll<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>
  ) -> Ticket<[(Record, repeat each Part)]> {
    add(BatchEntry(query.rowPlan) { $0 })
  }

  /// Adds a query with parts of which only the first row is wanted.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the first row. Its result is `nil` if there is none.
  @discardableResult
  public mutating func fetchOne<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>
  ) -> Ticket<(Record, repeat each Part)?> {
    add(BatchEntry(query.firstRowPlan) { $0.first })
  }

  /// Adds a query with parts that must return a row.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the first row. If there is none, reading it throws `.rowNotFound`.
  @discardableResult
  public mutating func require<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>
  ) -> Ticket<(Record, repeat each Part)> {
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
  public mutating func fetchCount<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>
  ) -> Ticket<Int> { fetchCount(query.query) }

  /// Adds a question whether a query would return any row. Its parts are ignored.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of whether it would.
  @discardableResult
  public mutating func exists<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>
  ) -> Ticket<Bool> { exists(query.query) }

  /// Adds a query with parts that reads one page: the first, or the one after a cursor.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - size: The maximum number of rows, 1 to 10,000.
  ///   - cursor: The place after which the page begins; `nil` for the first page.
  /// - Returns: The ticket of the page.
  @discardableResult
  public mutating func page<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>, size: Int, after cursor: PageCursor? = nil
  ) -> Ticket<DatabasePage<(Record, repeat each Part)>> {
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
  public mutating func page<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>, size: Int, before cursor: PageCursor
  ) -> Ticket<DatabasePage<(Record, repeat each Part)>> {
    add(query, PageRequest(size: size, before: cursor))
  }

  private mutating func add<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>, _ request: PageRequest
  ) -> Ticket<DatabasePage<(Record, repeat each Part)>> {
    add(
      BatchEntry({ () throws(DatabaseError) in try query.page(request).rows.level }) { node in
        try query.page(request).page.page(query.values(node).rows, keys: node.rows.extra)
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
  public mutating func page<Record: SQLDecodable, each Part: Sendable>(
    _ query: QueryWithParts<Record, repeat each Part>, number: Int, size: Int
  ) -> NumberedPageTicket<(Record, repeat each Part)> {
    NumberedPageTicket(
      rows: add(
        BatchEntry({ () throws(DatabaseError) in try query.page(number: number, size: size) }) { node in
          try query.values(node).rows
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
