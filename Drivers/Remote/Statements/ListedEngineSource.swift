internal import Quarry

/// The service that a ``ListedEngine`` asks.
protocol ListedEngineSource {
  /// Runs queries, in as few calls as the service allows.
  ///
  /// - Returns: The rows of each query in order; `nil` for a query that the service rejects.
  /// - Throws: ``DatabaseError`` if the service can't be asked.
  nonisolated(nonsending) func rows(of queries: [String]) async throws(DatabaseError) -> [RowStore?]

  /// Tries statements that change nothing and concern the process and the files of the engine.
  ///
  /// - Returns: The statements that the service rejects.
  /// - Throws: ``DatabaseError`` if the service can't be asked.
  nonisolated(nonsending) func refusals(among trials: [String]) async throws(DatabaseError) -> Set<String>
}

/// Caches the engine of one driver, so that it's asked only once.
final class EngineMemory: Sendable {
  private let known = Protected<DatabaseEngine?>(nil)

  nonisolated(nonsending) func engine(
    rules: ListedEngine.Rules? = nil, asking source: some ListedEngineSource
  ) async throws(DatabaseError) -> DatabaseEngine {
    if let engine = known.withLock({ $0 }) { return engine }
    let engine = try await ListedEngine(rules: rules, source: source).engine
    known.withLock { $0 = engine }
    return engine
  }
}
