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
  /// Whether the rowid of a subquery is refused, as a build without rowids of views does.
  private let refusesRowIDs: Bool

  /// The statements that a service doesn't pass to its engine.
  struct Rules: Sendable {
    /// The maximum number of parameters.
    var parameters: Int
    /// Whether a driver sends a statement at all.
    var sends: @Sendable (String) -> Bool
  }

  private static let heapLimits = ["hard_heap_limit", "soft_heap_limit"]
  private static let vacuumInto = "EXPLAIN VACUUM INTO ':memory:'"
  private static let loadingExtension = "EXPLAIN SELECT load_extension('none')"

  /// The version and the build. Where a subquery has no rowid, the name means the column outside of it, so that asking is
  /// never an error.
  private static let identity =
    "SELECT sqlite_version(), sqlite_source_id(), (SELECT rowid FROM (SELECT 1)) FROM (SELECT 'refused' AS rowid)"
  private static let lists = [
    identity, "PRAGMA compile_options", "SELECT name, narg FROM pragma_function_list",
    "SELECT name FROM pragma_module_list", "SELECT name FROM pragma_pragma_list",
  ]

  /// Asks a service. A list that it rejects counts as unknown.
  ///
  /// - Parameters:
  ///   - rules: The known restrictions of the service. With them, further restrictions are tested without running
  ///     anything.
  ///   - source: The service.
  nonisolated(nonsending) init(
    rules: Rules?, source: some ListedEngineSource
  ) async throws(DatabaseError) {
    let lists = try await source.rows(of: ListedEngine.lists)
    guard lists.count == ListedEngine.lists.count else {
      throw DatabaseError(.protocolViolation, "the service answered \(lists.count) questions about its engine")
    }
    let identity = lists[0]
    version = identity?.text(row: 0, column: 0).flatMap { EngineVersion($0) } ?? ListedEngine.oldest
    sourceID = identity?.text(row: 0, column: 1) ?? ""
    refusesRowIDs = identity?.text(row: 0, column: 2) == "refused"
    let options = lists[1].map(ListedEngine.texts) ?? []
    compileOptions = options.isEmpty ? nil : CompileOptions(options)
    functions = lists[2].flatMap(ListedEngine.signatures)
    modules = lists[3].map(ListedEngine.texts)
    pragmas = lists[4].map(ListedEngine.texts)
    self.rules = rules
    let trials = self.trials
    if rules != nil, !trials.isEmpty { refused = try await source.refusals(among: trials) }
  }

  /// Statements that a service may not pass to its engine, which has them: they concern its process and its files.
  private var trials: [String] {
    var trials = ListedEngine.heapLimits.filter { pragmas?.contains($0) ?? true }.map { "PRAGMA " + $0 }
    if version >= EngineVersion(3, 27, 0) { trials.append(ListedEngine.vacuumInto) }
    let loads = functions?.contains { $0.name == "load_extension" } ?? true
    if loads { trials.append(ListedEngine.loadingExtension) }
    return trials
  }

  private static func signatures(_ rows: RowStore) -> [FunctionSignature]? {
    let found = (0..<rows.rowCount).compactMap { row -> FunctionSignature? in
      guard let name = rows.text(row: row, column: 0), let count = rows.integer(row: row, column: 1) else {
        return nil
      }
      return FunctionSignature(name: name, argumentCount: Int(clamping: count))
    }
    return found.isEmpty ? nil : found
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
    case .buildRowIDOfViewRefused: refusesRowIDs
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
