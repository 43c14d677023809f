extension SQLSession {
  /// Returns all rows of a query.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` or `.unsupportedFeature` if the query can't be rendered,
  ///   with `.decoding`, `.unexpectedNull` or `.unknownColumn` if a row can't be read, or with the engine's code.
  @inlinable public func fetchAll<Query: SQLFetchable>(_ query: Query) throws -> [Query.Row] {
    try fetchAll(query, as: try query.statement(for: context))
  }

  /// Returns all rows of a query that was rendered.
  @inlinable func fetchAll<Query: SQLFetchable>(_ query: Query, as statement: SQLFragment) throws -> [Query.Row] {
    var rows: [Query.Row] = []
    _ = try run(statement) { batch in
      try query.decodeRows(batch, into: &rows)
      return true
    }
    return rows
  }

  /// Returns the first row of a query, or `nil` if there is none.
  ///
  /// - Throws: As ``fetchAll(_:)->[Query.Row]``.
  @inlinable public func fetchOne<Query: SQLFetchable>(_ query: Query) throws -> Query.Row? {
    try fetchOne(query, as: try query.firstRowStatement(for: context))
  }

  /// Returns the first row of a query that was rendered.
  @inlinable func fetchOne<Query: SQLFetchable>(_ query: Query, as statement: SQLFragment) throws -> Query.Row? {
    let batch = takeBatch()
    defer { giveBack(batch) }
    return try runToRow(statement, into: batch) ? try query.decodeOnlyRow(batch) : nil
  }

  /// Returns the number of rows of a query.
  ///
  /// - Throws: As ``fetchAll(_:)->[Query.Row]``.
  public func fetchCount(_ query: some SQLFetchable) throws -> Int {
    try count(try query.countStatement(for: context))
  }

  /// Runs a statement that counts.
  func count(_ statement: SQLFragment) throws -> Int {
    var count: Int64 = 0
    _ = try run(statement, limit: 1) { batch in
      count = batch.cell(row: 0, column: 0).integerIfPresent ?? 0
      return false
    }
    return Int(count)
  }

  /// Calls a body with each row of a query. Only one batch of rows is in memory at a time.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - body: Takes a row. Return `false` to stop early.
  /// - Throws: As ``fetchAll(_:)->[Query.Row]``, and the error of the body.
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
