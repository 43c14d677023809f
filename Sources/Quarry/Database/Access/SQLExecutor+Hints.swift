// Forms of other libraries, refused with the way out.
extension SQLDecodable {
  /// Refuses to fetch by the type.
  @available(*, unavailable, message: "the database fetches: write try await database.fetchAll(Record.all)")
  public static func fetchAll(_ database: some SQLExecutor) async throws -> [Self] { try await database.fetchAll(all) }

  /// Refuses to fetch by the type.
  @available(*, unavailable, message: "the database fetches: write try await database.fetchOne(Record.where { … })")
  public static func fetchOne(_ database: some SQLExecutor) async throws -> Self? { try await database.fetchOne(all) }
}

extension SQLExecutor {
  /// Refuses a type in place of a query.
  @available(*, unavailable, message: "write fetchAll(Record.all), or Record.where { … }")
  public func fetchAll<Record: SQLDecodable>(_ type: Record.Type) async throws -> [Record] {
    try await fetchAll(type.all)
  }

  /// Refuses text that could hold values.
  @available(
    *, unavailable,
    message:
      "a String could hold values: write the SQL as a literal, whose interpolations are bound, or SQLFragment(raw:)"
  )
  public func execute(_ sql: String) async throws -> StatementResult { try await execute(SQLFragment(raw: sql)) }

  /// Refuses text that does not say what its rows are.
  @available(
    *, unavailable,
    message: "say what the rows are: SQLFragment(\"SELECT …\").as(Record.self), .values(Int.self) or .rows()"
  )
  public func fetchAll(_ sql: String) async throws -> [SQLRow] { try await fetchAll(SQLFragment(raw: sql).rows()) }
}
