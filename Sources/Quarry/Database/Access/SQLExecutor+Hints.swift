// Calls that other libraries have. The compiler rejects them with the replacement.
extension SQLDecodable {
  /// Unavailable. Call `fetchAll` of a database or transaction instead.
  ///
  /// - Throws: The error of `fetchAll(_:)`.
  @available(*, unavailable, message: "the database fetches: write try await database.fetchAll(Record.all)")
  public static func fetchAll(_ database: some SQLExecutor) async throws -> [Self] { try await database.fetchAll(all) }

  /// Unavailable. Call `fetchOne` of a database or transaction instead.
  ///
  /// - Throws: The error of `fetchOne(_:)`.
  @available(*, unavailable, message: "the database fetches: write try await database.fetchOne(Record.where { … })")
  public static func fetchOne(_ database: some SQLExecutor) async throws -> Self? { try await database.fetchOne(all) }
}

extension SQLExecutor {
  /// Unavailable. Pass a query instead of a type.
  ///
  /// - Throws: The error of `fetchAll(_:)`.
  @available(*, unavailable, message: "write fetchAll(Record.all), or Record.where { … }")
  public func fetchAll<Record: SQLDecodable>(_ type: Record.Type) async throws -> [Record] {
    try await fetchAll(type.all)
  }

  /// Unavailable. Pass the SQL as a literal, whose interpolated values are bound.
  ///
  /// - Throws: The error of `execute(_:)`.
  @available(
    *, unavailable,
    message:
      "a String could hold values: write the SQL as a literal, whose interpolations are bound, or SQLFragment(raw:)"
  )
  public func execute(_ sql: String) async throws -> StatementResult { try await execute(SQLFragment(raw: sql)) }

  /// Unavailable. Say what the type of a row is.
  ///
  /// - Throws: The error of `fetchAll(_:)`.
  @available(
    *, unavailable,
    message: "say what the rows are: SQLFragment(\"SELECT …\").as(Record.self), .values(Int.self) or .rows()"
  )
  public func fetchAll(_ sql: String) async throws -> [SQLRow] { try await fetchAll(SQLFragment(raw: sql).rows()) }
}
