internal import Quarry

extension RqliteCalls: ListedEngineSource {
  func rows(of queries: [String]) async throws(DatabaseError) -> [RowStore?] {
    var all: [RowStore?] = []
    for query in queries { all.append(try await ask(query)) }
    return all
  }

  func refusals(among trials: [String]) async throws(DatabaseError) -> Set<String> {
    var refused: Set<String> = []
    for trial in trials {
      let answer = try await ask(trial)
      if answer == nil { refused.insert(trial) }
    }
    return refused
  }

  /// Runs a query, and returns `nil` if the server rejects it.
  private func ask(_ sql: String) async throws(DatabaseError) -> RowStore? {
    do throws(DatabaseError) {
      return try await query([try RqliteStatement(StatementText(sql), [])]).first?.rows
    } catch {
      guard error.isAboutStatement else { throw error }
      return nil
    }
  }
}
