extension SQLSession {
  /// All rows of a query.
  ///
  /// - Throws: ``DatabaseError``; with code `.unsupportedFeature` before anything is sent.
  @inlinable public func fetchAll<Query: SQLFetchable>(_ query: Query) throws -> [Query.Row] {
    var rows: [Query.Row] = []
    _ = try run(try query.statement(for: context)) { batch in
      try query.decodeRows(batch, into: &rows)
      return true
    }
    return rows
  }

  /// The first row of a query, or nil.
  @inlinable public func fetchOne<Query: SQLFetchable>(_ query: Query) throws -> Query.Row? {
    var rows: [Query.Row] = []
    _ = try run(try query.firstRowStatement(for: context), limit: 1) { batch in
      try query.decodeRows(batch, into: &rows)
      return false
    }
    return rows.first
  }

  /// The number of rows that a query would give.
  public func fetchCount(_ query: some SQLFetchable) throws -> Int {
    var count: Int64 = 0
    _ = try run(try query.countStatement(for: context), limit: 1) { batch in
      count = batch.cell(row: 0, column: 0).integerIfPresent ?? 0
      return false
    }
    return Int(count)
  }

  /// Calls a body with each row of a query, holding one batch of rows at a time.
  ///
  /// - Parameter body: takes a row; answers false to stop early.
  @inlinable public func forEachRow<Query: SQLFetchable>(
    _ query: Query, _ body: (Query.Row) throws -> Bool
  ) throws {
    var rows: [Query.Row] = []
    _ = try run(try query.statement(for: context)) { batch in
      rows.removeAll(keepingCapacity: true)
      try query.decodeRows(batch, into: &rows)
      for row in rows where try !body(row) { return false }
      return true
    }
  }
}
