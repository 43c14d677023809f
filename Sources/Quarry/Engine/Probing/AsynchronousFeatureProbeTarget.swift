/// An engine that suspends and that ``FeatureProber`` can ask about its features, such as one on a server.
///
/// A driver creates one value for each server, lets the prober ask it once, and keeps the result. Nothing is written:
/// the prober runs queries and has statements prepared. The version and the compile options decide the rest.
///
/// A target can send all texts of one call in one round trip.
public protocol AsynchronousFeatureProbeTarget {
  /// Runs queries.
  ///
  /// - Returns: The rows of each query in order; `nil` for a query that the engine rejects.
  /// - Throws: ``DatabaseError`` if the engine can't be asked.
  nonisolated(nonsending) func rows(of queries: [String]) async throws(DatabaseError) -> [[[SQLValue]]?]

  /// Has statements prepared, without running them.
  ///
  /// - Returns: Whether the engine accepts each statement, in order.
  /// - Throws: ``DatabaseError`` if the engine can't be asked.
  nonisolated(nonsending) func prepares(_ statements: [String]) async throws(DatabaseError) -> [Bool]

  /// Whether a statement reaches the engine. The default is `true`; see ``FeatureProbeTarget/letsThrough(_:)``.
  func letsThrough(_ statement: String) -> Bool

  /// Whether the engine has a feature, if the target knows it better than lists and versions; otherwise `nil`, the
  /// default.
  func knows(_ feature: SQLFeature) -> Bool?
}

extension AsynchronousFeatureProbeTarget {
  /// `true`: every statement reaches the engine.
  public func letsThrough(_ statement: String) -> Bool { true }

  /// `nil`: nothing is known in advance.
  public func knows(_ feature: SQLFeature) -> Bool? { nil }
}

extension FeatureProber {
  /// Asks a suspending engine about every feature.
  ///
  /// - Parameters:
  ///   - target: The engine.
  ///   - product: The product of the engine.
  /// - Returns: The engine with the features that were found.
  /// - Throws: ``DatabaseError`` if the engine can't be asked, with code `.protocolViolation` if it doesn't report its
  ///   version.
  public nonisolated(nonsending) func engine(
    of target: some AsynchronousFeatureProbeTarget, product: EngineProduct = .sqlite
  ) async throws(DatabaseError) -> DatabaseEngine {
    let found = try await FoundFeatures(target)
    return DatabaseEngine(product: product, sourceID: found.sourceID, target: found, found: probe(found))
  }
}

/// The answers of a suspending engine, for the synchronous prober.
private struct FoundFeatures<Target: AsynchronousFeatureProbeTarget>: FeatureProbeTarget {
  struct Scratch: FeatureScratch {
    let accepted: Set<String>
    let answers: [String: FeatureScratchOutcome]

    func prepares(_ statement: String) -> Bool { accepted.contains(statement) }
    func run(_ script: String) -> FeatureScratchOutcome { answers[script] ?? .failure(message: "it was not asked") }
  }

  let version: EngineVersion
  let sourceID: String
  let compileOptions: CompileOptions?
  let functions: [FunctionSignature]?
  let modules: [String]?
  let pragmas: [String]?
  var cipherVersion: EngineVersion? { nil }
  var onlyPrepares: Bool { true }
  private let target: Target
  private var accepted: Set<String> = []
  private var answers: [String: FeatureScratchOutcome] = [:]

  private static var loadingExtension: String { "SELECT load_extension('none')" }
  private static var rowIDOfSubquery: String { "SELECT rowid FROM (SELECT 1)" }
  private static var lists: [String] {
    [
      "SELECT sqlite_version(), sqlite_source_id()", "PRAGMA compile_options",
      "SELECT name, narg FROM pragma_function_list", "SELECT name FROM pragma_module_list",
      "SELECT name FROM pragma_pragma_list",
    ]
  }

  nonisolated(nonsending) init(_ target: Target) async throws(DatabaseError) {
    self.target = target
    let queries = SQLFeature.all.compactMap(\.details.queryThatTells)
    let rows = try await target.rows(of: Self.lists + queries)
    guard rows.count == Self.lists.count + queries.count, let about = rows[0]?.first, about.count == 2,
      case .text(let number) = about[0], let version = EngineVersion(number)
    else { throw DatabaseError(.protocolViolation, "the engine doesn't report its version of SQLite") }
    self.version = version
    sourceID = about[1].probeText ?? ""
    let options = Self.texts(rows[1]) ?? []
    compileOptions = options.isEmpty ? nil : CompileOptions(options)
    functions = rows[2]?.compactMap { row in
      guard row.count == 2, case .text(let name) = row[0], case .integer(let count) = row[1] else { return nil }
      return FunctionSignature(name: name, argumentCount: Int(clamping: count))
    }
    modules = Self.texts(rows[3])
    pragmas = Self.texts(rows[4])
    for (query, rows) in zip(queries, rows.dropFirst(Self.lists.count)) {
      guard let rows else { continue }
      answers[query] = rows.first.map { .row($0.map(\.probeText)) } ?? .noRow
    }
    let statements =
      SQLFeature.all.compactMap(\.details.statementThatTells) + [Self.loadingExtension, Self.rowIDOfSubquery]
    for (statement, isTaken) in zip(statements, try await target.prepares(statements)) where isTaken {
      accepted.insert(statement)
    }
  }

  func hasSymbol(_ name: String) -> Bool? { nil }
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? { nil }
  func limit(_ number: Int32) -> Int? { nil }
  func letsThrough(_ statement: String) -> Bool { target.letsThrough(statement) }
  func openScratch(_ storage: FeatureScratchStorage) throws -> Scratch { Scratch(accepted: accepted, answers: answers) }

  func knows(_ feature: SQLFeature) -> Bool? {
    if let known = target.knows(feature) { return known }
    return switch feature {
    case .loadExtensionFunction: accepted.contains(Self.loadingExtension) ? nil : false
    // Builds that give views a rowid give one to subqueries too.
    case .buildRowIDOfViewRefused: !accepted.contains(Self.rowIDOfSubquery)
    default: nil
    }
  }

  private static func texts(_ rows: [[SQLValue]]?) -> [String]? { rows?.compactMap { $0.first?.probeText } }
}

extension SQLValue {
  /// The value as the engine writes it as text.
  fileprivate var probeText: String? {
    switch self {
    case .null: nil
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): text
    case .blob(let blob): String(decoding: blob, as: UTF8.self)
    }
  }
}
