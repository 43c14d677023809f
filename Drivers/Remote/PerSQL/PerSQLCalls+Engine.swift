internal import Quarry

extension PerSQLCalls: ListedEngineSource {
  /// Runs queries in one batch. A service that rejects it doesn't say because of which query, and then each one is sent
  /// alone.
  func rows(of queries: [String]) async throws(DatabaseError) -> [RowStore?] {
    if let answers = try await ask(together: queries) { return answers }
    var all: [RowStore?] = []
    for query in queries { all.append(try await ask(together: [query])?.first) }
    return all
  }

  /// Tries statements in one batch, which costs as much as a single one. A service that keeps its process or its files
  /// to itself rejects all of them, so that the rejection of the batch is taken for that.
  func refusals(among trials: [String]) async throws(DatabaseError) -> Set<String> {
    try await ask(together: trials) == nil ? Set(trials) : []
  }

  /// Runs queries in one call, and returns `nil` if the service rejects one of them.
  private func ask(together queries: [String]) async throws(DatabaseError) -> [RowStore]? {
    let statements = queries.map { PerSQLStatement(StatementText($0), []) }
    do throws(DatabaseError) {
      if statements.count == 1 { return [try await query(statements[0], effect: .reads).rows] }
      return try await batch(statements, effect: .reads, isTransaction: false).map(\.rows)
    } catch {
      // What is about the statement; everything else is about the service.
      guard error.isAboutStatement else { throw error }
      return nil
    }
  }
}
