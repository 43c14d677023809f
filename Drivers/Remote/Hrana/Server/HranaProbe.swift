import Quarry

/// Detects the features of a server without writing: by its version, its lists, by preparing statements and by
/// queries.
///
/// A feature that the server's own parser rejects counts as missing, even if its engine has it. Each statement is
/// sent as a step of a batch whose condition is never true.
struct HranaProbe: FeatureProbeTarget {
  struct Scratch: FeatureScratch {
    let accepted: Set<String>
    let answers: [String: FeatureScratchOutcome]
    func prepares(_ statement: String) -> Bool { accepted.contains(statement) }
    func run(_ script: String) -> FeatureScratchOutcome { answers[script] ?? .failure(message: "nothing runs here") }
  }

  var version = EngineVersion(0, 0)
  var sourceID = ""
  var isLibSQL = false
  var compileOptions: CompileOptions?
  var functions: [FunctionSignature]?
  var modules: [String]?
  var pragmas: [String]?
  private var readsReals = true
  private var tellsExtendedCodes = false
  private var accepted: Set<String> = []
  private var refused: Set<String> = []
  private var answers: [String: FeatureScratchOutcome] = [:]
  private var tellsOffsets = false

  var cipherVersion: EngineVersion? { nil }
  var onlyPrepares: Bool { true }
  func hasSymbol(_ name: String) -> Bool? { nil }
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? { nil }
  func limit(_ number: Int32) -> Int? { nil }
  func knows(_ feature: SQLFeature) -> Bool? {
    switch feature {
    case .apiErrorOffset: tellsOffsets
    // Servers may look for it in the text and refuse it, although the engine lists it.
    case .loadExtensionFunction: accepted.contains(HranaProbe.loadingExtension) ? nil : false
    // Builds that give views a rowid give one to subqueries too.
    case .buildRowIDOfViewRefused: !accepted.contains(HranaProbe.rowIDOfSubquery)
    default: nil
    }
  }
  func letsThrough(_ statement: String) -> Bool { !refused.contains(statement) }
  func openScratch(_ storage: FeatureScratchStorage) throws -> Scratch { Scratch(accepted: accepted, answers: answers) }

  /// Asks a server for its features, unless it has been asked before.
  static func capabilities(of server: HranaServer) async throws(DatabaseError) -> DriverCapabilities {
    if let known = server.knownCapabilities { return known }
    var probe = HranaProbe()
    try await probe.askLists(server)
    try await probe.tryOut(server)
    let capabilities = probe.capabilities(server)
    server.remember(capabilities, readsReals: probe.readsReals)
    return capabilities
  }

  private func capabilities(_ server: HranaServer) -> DriverCapabilities {
    let engine = DatabaseEngine(
      product: isLibSQL ? .libsql : .sqlite, sourceID: sourceID, target: self, found: FeatureProber().probe(self))
    // The number of parameters rose in 3.32; servers list the others where they are not the usual ones.
    let usual = EngineLimits(parameters: version >= EngineVersion(3, 32) ? 32_766 : 999)
    let limits = EngineLimits(
      parameters: listed("MAX_VARIABLE_NUMBER") ?? usual.parameters,
      sqlBytes: listed("MAX_SQL_LENGTH") ?? usual.sqlBytes,
      compoundSelectTerms: listed("MAX_COMPOUND_SELECT") ?? usual.compoundSelectTerms,
      expressionDepth: listed("MAX_EXPR_DEPTH") ?? usual.expressionDepth,
      columns: listed("MAX_COLUMN") ?? usual.columns)
    return DriverCapabilities(
      engine: engine, transactions: .interactive, parallelReaders: true, exactIntegers: true, blobs: true,
      infinities: false, interrupts: .statement, connectionSettings: .remade, atomicBatches: true,
      extendedErrorCodes: tellsExtendedCodes,
      changeTokens: server.changes.tellsNumbers ? .positioned : .always,
      lacking: refused.isEmpty ? [] : [.everyStatement], exactOutcomes: tellsExtendedCodes,
      idleTransactionTimeout: HranaConnection.idleLimit,
      changeDetection: server.changes.tellsNumbers ? .position : .none, limits: limits)
  }

  /// The number in a compile option.
  private func listed(_ option: String) -> Int? {
    compileOptions?.sorted.first { $0.hasPrefix(option + "=") }.flatMap { Int($0.dropFirst(option.count + 1)) }
  }

  private mutating func askLists(_ server: HranaServer) async throws(DatabaseError) {
    let questions = [
      "SELECT sqlite_version(), sqlite_source_id()", "PRAGMA compile_options",
      "SELECT name, narg FROM pragma_function_list", "SELECT name FROM pragma_module_list",
      "SELECT name FROM pragma_pragma_list",
    ]
    let samples = ExactReal.samples.map { SQLValue.real($0) }
    let reals = HranaStatementCall("SELECT ?, ?, ?, ?", names: samples.map { _ in nil }, values: samples)
    let failing = HranaStatementCall("SELECT abs(-9223372036854775807 - 1)")
    let results = try await HranaProbe.ask(
      server, questions.map { .execute(HranaStatementCall($0)) } + [.execute(reals), .execute(failing)])
    guard case .ok(.execute(let about)) = results[0], let text = about.rows.text(row: 0, column: 0),
      let version = EngineVersion(text)
    else {
      if case .error(let error) = results[0] { throw error.databaseError(sql: questions[0], mayWrite: false) }
      throw DatabaseError(.protocolViolation, "The server doesn't tell its version of SQLite")
    }
    self.version = version
    if let source = about.rows.text(row: 0, column: 1) { sourceID = source }
    let options = HranaProbe.texts(results[1])
    compileOptions = options.flatMap { $0.isEmpty ? nil : CompileOptions($0) }
    if case .ok(.execute(let list)) = results[2], list.columns.count == 2 {
      functions = (0..<list.rows.rowCount).compactMap { row in
        guard let name = list.rows.text(row: row, column: 0), let count = list.rows.integer(row: row, column: 1) else {
          return nil
        }
        return FunctionSignature(name: name, argumentCount: Int(clamping: count))
      }
    }
    // The source's name tells only that somebody has changed it.
    isLibSQL = functions?.contains { $0.name.hasPrefix("libsql_") } ?? false
    if let number = about.number {
      server.changes.opened(at: number)
    } else if isLibSQL, (try? await server.log()) != nil {
      // Before its first change a database has no number.
      server.changes.opened(at: 0)
    }
    modules = HranaProbe.texts(results[3])
    pragmas = HranaProbe.texts(results[4])
    if case .error(let error) = results[6] { tellsExtendedCodes = error.extendedCode != nil }
    if case .ok(.execute(let read)) = results[5] {
      readsReals = samples.enumerated().allSatisfy { column, sample in
        read.rows.value(row: 0, column: column)?.isIdentical(to: sample) ?? true
      }
    }
  }

  /// Tests the features that the lists don't show, as far as the token allows. With a token that only reads, the
  /// server rejects the whole call if a text would write, or may write, which libSQL's server says of nearly every
  /// PRAGMA.
  private mutating func tryOut(_ server: HranaServer) async throws(DatabaseError) {
    do throws(DatabaseError) {
      try await tryOut(server) { _ in true }
    } catch {
      guard error.code == .authorization else { throw error }
      try await tryOut(server) { HranaStatementShape($0).isReadOnly == true && !HranaProbe.isOfRefusedKind($0) }
    }
  }

  /// Prepares the statements that show a feature, runs the queries that show one, and sends the server every
  /// statement of the kinds that servers reject.
  ///
  /// - Parameter mayShow: Whether a text can be sent as a statement to run. If not, it counts as rejected for the
  ///   kinds that servers reject. For other kinds, preparing is sufficient.
  private mutating func tryOut(
    _ server: HranaServer, mayShow: (String) -> Bool
  ) async throws(DatabaseError) {
    let prepared =
      SQLFeature.all.compactMap(\.details.statementThatTells) + [
        HranaProbe.rowIDOfSubquery, HranaProbe.loadingExtension,
      ]
    let queries = SQLFeature.all.compactMap(\.details.queryThatTells)
    let ofRefusedKind = Set(SQLFeature.all.flatMap(\.details.statementsOfProbe).filter(HranaProbe.isOfRefusedKind))
      .sorted()
    // A setting that is lost with its stream is refused by the driver itself.
    refused.formUnion(ofRefusedKind.filter { HranaStatementShape($0).isLostSetting })
    let shown = ofRefusedKind.filter(mayShow)
    refused.formUnion(ofRefusedKind.filter { !mayShow($0) })
    var requests: [HranaRequest] = []
    for text in prepared {
      requests += mayShow(text) ? [.describe(text), HranaProbe.neverRun(text)] : [.describe(text)]
    }
    requests += queries.map { .execute(HranaStatementCall($0)) }
    requests += shown.map(HranaProbe.neverRun)
    requests.append(.describe("SELECT nothing_of_this_name"))
    var results = try await HranaProbe.ask(server, requests)[...]
    for text in prepared {
      let described = results.popFirst()
      let parsed = mayShow(text) ? results.popFirst() : described
      if case .ok? = described, case .ok? = parsed { accepted.insert(text) }
    }
    for query in queries { answers[query] = results.popFirst().map(HranaProbe.outcome) }
    for text in shown {
      if case .error(let error)? = results.popFirst(), error.isOfServersParser || error.code == "BLOCKED" {
        refused.insert(text)
      }
    }
    if case .error(let error)? = results.popFirst() {
      tellsOffsets = HranaServerError.withoutFrame(error.message).offset != nil
    }
  }

  private static let loadingExtension = "SELECT load_extension('none')"
  private static let rowIDOfSubquery = "SELECT rowid FROM (SELECT 1)"

  /// Whether servers reject statements of this kind although their engine would run them.
  private static func isOfRefusedKind(_ sql: String) -> Bool {
    switch SQLStatementKind(sql).verb {
    case .pragma, .attach, .detach, .vacuum, .analyze, .reindex: return true
    case .create: return SQLTokens(sql).prefix(2).contains { $0.isWord("TEMP") || $0.isWord("TEMPORARY") }
    default: return false
    }
  }

  /// The first row of a query, as the engine writes it as text.
  private static func outcome(_ result: HranaResult) -> FeatureScratchOutcome {
    guard case .ok(.execute(let answer)) = result else { return .failure(message: "the server refused it") }
    guard answer.rows.rowCount > 0 else { return .noRow }
    return .row(
      answer.columns.indices.map { column in
        switch answer.rows.value(row: 0, column: column) {
        case .null, nil: nil
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
      })
  }

  /// A statement that the server reads and never runs.
  private static func neverRun(_ sql: String) -> HranaRequest {
    .batch([
      HranaStep(HranaStatementCall("SELECT 1")), HranaStep(HranaStatementCall(sql), if: .not(.ok(0))),
    ])
  }

  private static func ask(
    _ server: HranaServer, _ requests: [HranaRequest]
  ) async throws(DatabaseError) -> [HranaResult] {
    let outcome = try await server.pipeline(requests + [.close], baton: nil, base: nil, effect: .reads)
    guard case .answer(let answer) = outcome else {
      throw DatabaseError(.protocolViolation, "The server refused a new stream")
    }
    return answer.results
  }

  private static func texts(_ result: HranaResult) -> [String]? {
    guard case .ok(.execute(let list)) = result, list.columns.count == 1 else { return nil }
    return (0..<list.rows.rowCount).compactMap { list.rows.text(row: $0, column: 0) }
  }
}
