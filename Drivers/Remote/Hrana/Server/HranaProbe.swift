import Quarry

/// Finds out what a server can do, without writing anything: by its version, its lists and by preparing statements.
///
/// What the server's own parser refuses counts as absent, even where the engine behind it has it: each statement is
/// sent as a step of a batch whose condition is never true.
struct HranaProbe: FeatureProbeTarget {
  struct Scratch: FeatureScratch {
    let accepted: Set<String>
    func prepares(_ statement: String) -> Bool { accepted.contains(statement) }
    func run(_ script: String) -> FeatureScratchOutcome { .failure(message: "nothing runs here") }
  }

  var version = EngineVersion(0, 0)
  var sourceID = ""
  var isLibSQL = false
  var compileOptions: CompileOptions?
  var functions: [FunctionSignature]?
  var modules: [String]?
  var pragmas: [String]?
  private var accepted: Set<String> = []

  var cipherVersion: EngineVersion? { nil }
  var onlyPrepares: Bool { true }
  func hasSymbol(_ name: String) -> Bool? { nil }
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? { nil }
  func limit(_ number: Int32) -> Int? { nil }
  func openScratch(_ storage: FeatureScratchStorage) throws -> Scratch { Scratch(accepted: accepted) }

  /// Asks a server, unless it has been asked before.
  static func capabilities(of server: HranaServer) async throws(DatabaseError) -> Capabilities {
    if let known = server.knownCapabilities { return known }
    var probe = HranaProbe()
    try await probe.askLists(server)
    try await probe.tryOut(server)
    let capabilities = probe.capabilities()
    server.remember(capabilities)
    return capabilities
  }

  private func capabilities() -> Capabilities {
    let engine = Engine(
      product: isLibSQL ? .libsql : .sqlite, sourceID: sourceID, target: self, found: FeatureProber().probe(self))
    // The number of parameters rose in 3.32; servers list the others where they are not the usual ones.
    let usual = EngineLimits(parameters: version >= EngineVersion(3, 32) ? 32_766 : 999)
    let limits = EngineLimits(
      parameters: listed("MAX_VARIABLE_NUMBER") ?? usual.parameters,
      sqlBytes: listed("MAX_SQL_LENGTH") ?? usual.sqlBytes,
      compoundSelectTerms: listed("MAX_COMPOUND_SELECT") ?? usual.compoundSelectTerms,
      expressionDepth: listed("MAX_EXPR_DEPTH") ?? usual.expressionDepth,
      columns: listed("MAX_COLUMN") ?? usual.columns)
    return Capabilities(
      engine: engine, transactions: .interactive, parallelReaders: true, exactIntegers: true, blobs: true,
      infinities: false, interrupts: .statement, atomicBatches: true, limits: limits)
  }

  /// The number behind a compile option.
  private func listed(_ option: String) -> Int? {
    compileOptions?.sorted.first { $0.hasPrefix(option + "=") }.flatMap { Int($0.dropFirst(option.count + 1)) }
  }

  private mutating func askLists(_ server: HranaServer) async throws(DatabaseError) {
    let questions = [
      "SELECT sqlite_version(), sqlite_source_id()", "PRAGMA compile_options",
      "SELECT name, narg FROM pragma_function_list", "SELECT name FROM pragma_module_list",
      "SELECT name FROM pragma_pragma_list",
    ]
    let results = try await HranaProbe.ask(server, questions.map { .execute(HranaStatementCall($0)) })
    guard case .ok(.execute(let about)) = results[0], case .text(let text)? = about.cells.first,
      let version = EngineVersion(text)
    else {
      if case .error(let error) = results[0] { throw error.databaseError(sql: questions[0], mayWrite: false) }
      throw DatabaseError(.protocolViolation, "The server does not tell its version of SQLite")
    }
    self.version = version
    if case .text(let source)? = about.cells.dropFirst().first {
      sourceID = source
      // The fork marks the end of the hash.
      isLibSQL = source.hasSuffix("alt1") || source.contains("libsql")
    }
    let options = HranaProbe.texts(results[1])
    compileOptions = options.flatMap { $0.isEmpty ? nil : CompileOptions($0) }
    if case .ok(.execute(let list)) = results[2], list.columns.count == 2 {
      functions = (0..<list.rowCount).compactMap { row in
        guard case .text(let name) = list.cells[row * 2], case .integer(let count) = list.cells[row * 2 + 1] else {
          return nil
        }
        return FunctionSignature(name: name, argumentCount: Int(clamping: count))
      }
    }
    modules = HranaProbe.texts(results[3])
    pragmas = HranaProbe.texts(results[4])
  }

  /// Prepares what tells by preparing alone, and every PRAGMA that the engine lists.
  private mutating func tryOut(_ server: HranaServer) async throws(DatabaseError) {
    let statements = Feature.all.compactMap(\.details.statementThatTells)
    let listed = pragmas ?? []
    let texts = statements + listed.map { "PRAGMA \($0)" }
    var requests: [HranaRequest] = []
    for text in texts {
      requests.append(.describe(text))
      requests.append(HranaProbe.neverRun(text))
    }
    let results = try await HranaProbe.ask(server, requests)
    for (index, text) in texts.enumerated() {
      guard case .ok = results[index * 2], case .ok = results[index * 2 + 1] else { continue }
      accepted.insert(text)
    }
    if pragmas != nil { pragmas = listed.filter { accepted.contains("PRAGMA \($0)") } }
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
    return list.cells.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
