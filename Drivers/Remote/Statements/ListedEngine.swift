internal import Quarry

/// An engine that only answers queries. Its version and lists show its features; for other features, the version and
/// the compile options decide.
struct ListedEngine: FeatureProbeTarget {
  /// The oldest version to assume if a service doesn't report its version.
  static let oldest = EngineVersion(3, 15, 0)

  let version: EngineVersion
  let sourceID: String
  var cipherVersion: EngineVersion? { nil }
  let compileOptions: CompileOptions?
  let functions: [FunctionSignature]?
  let modules: [String]?
  let pragmas: [String]?
  private let rules: Rules?
  /// The rejected trials.
  private var refused: Set<String> = []

  /// The statements that a service doesn't pass to its engine.
  struct Rules: Sendable {
    /// The maximum number of parameters.
    var parameters: Int
    /// Whether a driver sends a statement at all.
    var sends: @Sendable (String) -> Bool
  }

  private static let heapLimits = ["PRAGMA hard_heap_limit", "PRAGMA soft_heap_limit"]
  private static let vacuumInto = "EXPLAIN VACUUM INTO ':memory:'"
  private static let loadingExtension = "EXPLAIN SELECT load_extension('none')"
  private static let rowIDOfSubquery = "EXPLAIN SELECT rowid FROM (SELECT 1)"

  /// Asks a service. A list that it rejects counts as unknown.
  ///
  /// - Parameters:
  ///   - rules: The known restrictions of the service. With them, further restrictions are tested without running
  ///     anything.
  ///   - ask: Runs a query, or returns `nil` if the service rejects it.
  nonisolated(nonsending) init(
    rules: Rules?, ask: (String) async throws(DatabaseError) -> RowStore?
  ) async throws(DatabaseError) {
    let identity = try await ask("SELECT sqlite_version(), sqlite_source_id()")
    version = identity?.text(row: 0, column: 0).flatMap { EngineVersion($0) } ?? ListedEngine.oldest
    sourceID = identity?.text(row: 0, column: 1) ?? ""
    let options = (try await ask("PRAGMA compile_options")).map(ListedEngine.texts) ?? []
    compileOptions = options.isEmpty ? nil : CompileOptions(options)
    let signatures = try await ask("SELECT name, narg FROM pragma_function_list")
    functions = signatures.flatMap { rows in
      let found = (0..<rows.rowCount).compactMap { row -> FunctionSignature? in
        guard let name = rows.text(row: row, column: 0), let count = rows.integer(row: row, column: 1) else {
          return nil
        }
        return FunctionSignature(name: name, argumentCount: Int(clamping: count))
      }
      return found.isEmpty ? nil : found
    }
    modules = (try await ask("SELECT name FROM pragma_module_list")).map(ListedEngine.texts)
    pragmas = (try await ask("SELECT name FROM pragma_pragma_list")).map(ListedEngine.texts)
    self.rules = rules
    guard rules != nil else { return }
    let trials = [ListedEngine.vacuumInto, ListedEngine.loadingExtension, ListedEngine.rowIDOfSubquery]
    for trial in ListedEngine.heapLimits + trials {
      let answer = try await ask(trial)
      if answer == nil { refused.insert(trial) }
    }
  }

  private static func texts(_ rows: RowStore) -> [String] {
    (0..<rows.rowCount).compactMap { rows.text(row: $0, column: 0) }
  }

  /// The engine with the features that were found.
  var engine: DatabaseEngine {
    DatabaseEngine(product: .sqlite, sourceID: sourceID, target: self, found: FeatureProber().probe(self))
  }

  func hasSymbol(_ name: String) -> Bool? { nil }
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? { nil }
  /// The limit of parameters (SQLITE_LIMIT_VARIABLE_NUMBER, 9) is the service's.
  func limit(_ number: Int32) -> Int? { number == 9 ? rules?.parameters : nil }

  func letsThrough(_ statement: String) -> Bool {
    guard let rules else { return true }
    return rules.sends(statement) && !refused.contains(statement) && !refused.contains("EXPLAIN " + statement)
  }

  func knows(_ feature: SQLFeature) -> Bool? {
    guard rules != nil else { return nil }
    return switch feature {
    case .loadExtensionFunction: refused.contains(ListedEngine.loadingExtension) ? false : nil
    // Builds that give views a rowid give one to subqueries too.
    case .buildRowIDOfViewRefused: refused.contains(ListedEngine.rowIDOfSubquery)
    default: nil
    }
  }

  func openScratch(_ storage: FeatureScratchStorage) throws -> NoScratch {
    throw DatabaseError(.unsupportedFeature, "a service has no scratch databases")
  }

  /// No scratch database.
  struct NoScratch: FeatureScratch {
    func prepares(_ statement: String) -> Bool { false }
    func run(_ script: String) -> FeatureScratchOutcome { .failure(message: "") }
  }
}

/// Caches the engine of one driver, so that it's asked only once.
final class EngineMemory: Sendable {
  private let known = Protected<DatabaseEngine?>(nil)

  nonisolated(nonsending) func engine(
    rules: ListedEngine.Rules? = nil, _ ask: (String) async throws(DatabaseError) -> RowStore?
  ) async throws(DatabaseError) -> DatabaseEngine {
    if let engine = known.withLock({ $0 }) { return engine }
    let engine = try await ListedEngine(rules: rules, ask: ask).engine
    known.withLock { $0 = engine }
    return engine
  }
}
