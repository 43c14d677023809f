public import Quarry

extension CaseContext {
  /// Opens a database of this case and runs statements in it, as one batch.
  ///
  /// - Parameters:
  ///   - name: The name within the case.
  ///   - statements: The statements, one per text, without values.
  /// - Throws: The error of opening the database or of the batch.
  public func database(_ name: String = "main", holding statements: [String]) async throws -> Database {
    let database = try await database(name)
    try await run(statements, in: database)
    return database
  }

  /// Runs statements as one batch.
  ///
  /// - Throws: The error of the batch.
  public func run(_ statements: [String], in database: Database) async throws {
    try await database.batch { batch in
      for statement in statements { batch.execute(SQLFragment(raw: statement)) }
    }
  }

  /// Whether the driver has a capability.
  public func has(_ need: CapabilityNeed) -> Bool { need.isMet(by: profile.capabilities) }

  /// Runs texts in order and asserts the number of rows that each of them changed itself.
  public func expectAffected(
    _ executor: some SQLExecutor, _ steps: [(sql: String, affected: Int64)], file: StaticString = #fileID,
    line: UInt = #line
  ) async {
    for step in steps {
      do {
        let result = try await executor.execute(SQLFragment(raw: step.sql))
        expectEqual(result.affectedRows, step.affected, "affected rows: \(step.sql)", file: file, line: line)
      } catch {
        if setAside(error) { continue }
        fail("runs: \(step.sql)", expected: "\(step.affected) rows", actual: "\(error)", file: file, line: line)
      }
    }
  }
}
