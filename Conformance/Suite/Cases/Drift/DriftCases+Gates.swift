internal import Quarry

extension DriftCases {
  static let gates: [ConformanceCase] = [
    ConformanceCase(
      "DRIFT-17", "An engine newer than every known one", .core, "Quarry: FeatureProber",
      "What can be tried MUST be decided by trying it, whatever version the engine reports, and the rest by version.",
      timeLimit: .seconds(30)
    ) { test in
      let future = EngineVersion(99, 0)
      let silent = FeatureProber().probe(ScriptedEngine(version: future, prepares: false))
      let willing = FeatureProber().probe(ScriptedEngine(version: future, prepares: true))
      var counted = 0
      for feature in SQLFeature.all where feature.details.isDecidedByOneStatement {
        counted += 1
        test.expect(!silent.features.contains(feature), "\(feature.id) is absent where it cannot be prepared")
        test.expectEqual(willing.features.contains(feature), true, "\(feature.id) is present where it can be prepared")
      }
      test.expect(counted >= 25, "\(counted) features are decided by preparing a statement")
      let newest = DatabaseEngine.expected(product: .sqlite, version: future, compileOptions: CompileOptions([]))
      test.expect(newest.supports([.upsert, .returning, .fullJoin]), "versions are compared as numbers, not as text")
      let known = Set(SQLFeature.all.map(\.id))
      test.expectEqual(known.count, SQLFeature.all.count, "every feature has a unique name")
      let audit = try await test.featureAudit()
      let answered = audit.entries.filter { $0.found == true && $0.feature?.details.hasRecordedAnswer == true }
      test.expect(answered.count >= 10, "the driver gives the recorded answer to \(answered.count) probes")
      for entry in audit.entries where entry.expected == false && entry.declared {
        test.note("\(entry.name) is there although the version does not promise it")
      }
    },
    ConformanceCase(
      "DRIFT-18", "An engine that lacks what its version promises", .core, "Quarry: FeatureProber",
      "A promise of the version that a trial does not find MUST count as absent, with the failed trial as the reason."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      let rewrite = EngineVersion(3, 50, 4)
      let found = FeatureProber().probe(ScriptedEngine(version: rewrite, prepares: false))
      let promised = DatabaseEngine.expected(product: .sqlite, version: rewrite, compileOptions: CompileOptions([]))
      var counted = 0
      for feature in SQLFeature.all where feature.details.isDecidedByOneStatement && promised.supports(feature) {
        counted += 1
        test.expect(!found.features.contains(feature), "\(feature.id) is promised and absent")
        test.expectEqual(found.absence[feature], .failedProbe, "the reason for \(feature.id)")
      }
      test.expect(counted >= 25, "\(counted) promises are not kept")
      // The driver under test: a feature that it declares absent for a failed trial is one that the trial misses.
      for feature in SQLFeature.all where test.engine.reason(for: feature) == .failedProbe {
        test.note("\(feature.id) is promised by the version and failed when it was tried")
      }
    },
    ConformanceCase(
      "DRIFT-19", "The declared features are the ones that trials find", .core, "Quarry: DriverCapabilities.engine",
      "The driver MUST declare every feature that a trial finds and none that a trial does not find.",
      timeLimit: .seconds(30)
    ) { test in
      let audit = try await test.featureAudit()
      for entry in audit.entries {
        let isRight = test.expect(!entry.isOverclaimed && !entry.isUnderclaimed, "\(entry.name) is declared correctly")
        if entry.isOverclaimed { test.overclaimed(entry.name, "\(entry)") }
        if entry.isUnderclaimed { test.underclaimed(entry.name, "\(entry)") }
        if !isRight { test.note("\(entry.name) is declared wrongly") }
      }
      test.expectEqual(
        audit.entries.filter { $0.feature != nil }.count, SQLFeature.all.count, "every feature was looked at")
      let tried = audit.entries.filter { $0.found != nil }.count
      test.expect(tried * 2 > audit.entries.count, "\(tried) of \(audit.entries.count) were tried")
    },
    ConformanceCase(
      "DRIFT-20", "An engine below the floor, or none at all", .core, "Quarry: DatabaseDriver.open",
      "An engine MUST have at least the version that Quarry asks for; a library without one is refused on opening."
    ) { test in
      await test.expectUsable(try await test.database("answers"), "the driver answers")
      let floor = EngineVersion(3, 15)
      test.expect(test.engine.version >= floor, "\(test.engine.version) is not below \(floor)")
      guard test.section("a library that is not there", requires: .kind(.dlopen)) else { return }
      var request = test.request("refused")
      request.library = "\(test.folder)/no-such-library.so"
      let missing = request
      await test.expectError(.libraryUnavailable, "a library that is not there") {
        try await test.database(missing)
      }
      #if os(Linux)
      request.library = "libm.so.6"
      #else
      request.library = "/usr/lib/libm.dylib"
      #endif
      let other = request
      await test.expectError(.libraryUnavailable, "a library without an engine") { try await test.database(other) }
    },
  ]
}

extension FeatureDescription {
  /// Whether a driver must return a certain answer to the probe.
  fileprivate var hasRecordedAnswer: Bool {
    guard case .sql(_, let answer) = probe else { return false }
    return !answer.isEmpty
  }

  /// Whether preparing a single statement on an empty database decides.
  fileprivate var isDecidedByOneStatement: Bool {
    guard detection == .prepare, whenAbsent == .prepareError, case .sql(let script, "") = probe else { return false }
    return !script.contains(";")
  }
}

/// An engine that reports a version, lists nothing, and prepares everything or nothing.
private struct ScriptedEngine: FeatureProbeTarget {
  struct Scratch: FeatureScratch {
    let prepares: Bool
    func prepares(_ statement: String) -> Bool { prepares }
    func run(_ script: String) -> FeatureScratchOutcome { prepares ? .noRow : .failure(message: "syntax error") }
  }

  let version: EngineVersion
  let prepares: Bool
  var cipherVersion: EngineVersion? { nil }
  var compileOptions: CompileOptions? { CompileOptions([]) }
  var functions: [FunctionSignature]? { nil }
  var modules: [String]? { nil }
  var pragmas: [String]? { nil }
  func hasSymbol(_ name: String) -> Bool? { nil }
  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? { nil }
  func limit(_ number: Int32) -> Int? { nil }
  func openScratch(_ storage: FeatureScratchStorage) throws -> Scratch { Scratch(prepares: prepares) }
}
