import Testing

@testable import Quarry

@Suite struct FeatureProberTests {
  @Test(arguments: KnownEngines.all, [FakeProbeTarget.Lists.all, .none])
  func findsWhatTheEngineHas(_ engine: DatabaseEngine, lists: FakeProbeTarget.Lists) {
    let target = FakeProbeTarget(engine, lists: lists)
    let found = FeatureProber().probe(target)
    #expect(found.features == engine.features)
    #expect(found.absence == engine.absence)
    #expect(!target.opened.contains(.file))
    #expect(DatabaseEngine(product: engine.product, target: target, found: found) == engine)
  }

  @Test(arguments: KnownEngines.all)
  func everyProbeFindsTheSame(_ engine: DatabaseEngine) {
    let target = FakeProbeTarget(engine, lists: .none)
    let found = FeatureProber(method: .everyProbe).probe(target)
    #expect(found.features == engine.features)
    #expect(found.absence == engine.absence)
    #expect(!target.opened.contains(.memory))
    #expect(target.prepared.isEmpty)
  }

  @Test func listsSpareScratchDatabases() {
    let listed = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    _ = FeatureProber().probe(listed)
    #expect(listed.opened.count < 10)
    #expect(listed.scripts.count < 150)
    let unlisted = FakeProbeTarget(KnownEngines.debian12, lists: .none)
    _ = FeatureProber().probe(unlisted)
    #expect(unlisted.scripts.count + unlisted.prepared.count > listed.scripts.count + listed.prepared.count)
  }

  @Test func anOptionThatIsListedAndDoesNotWorkIsFoundOut() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    target.features.remove(.updateDeleteLimit)
    let found = FeatureProber().probe(target)
    #expect(found.absence[.updateDeleteLimit] == .failedProbe)
    #expect(!found.features.contains(.updateDeleteLimit))
  }

  /// Triggers could write to FTS tables up to 3.39 and again from 3.44 on.
  @Test func aResultThatChangedAndChangedBackIsCompared() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    #expect(FeatureProber().probe(target).absence[.resultFTS5TriggerUntrusted] != nil)
    target.features.insert(.resultFTS5TriggerUntrusted)
    #expect(FeatureProber().probe(target).features.contains(.resultFTS5TriggerUntrusted))
  }

  @Test func aFunctionThatSomebodyAddedIsFound() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    target.functions?.append(FunctionSignature(name: "regexp", argumentCount: 2))
    #expect(FeatureProber().probe(target).features.contains(.regexpOperator))
    let unlisted = FakeProbeTarget(KnownEngines.debian12, lists: .none)
    unlisted.features.insert(.regexpOperator)
    #expect(FeatureProber().probe(unlisted).features.contains(.regexpOperator))
  }

  /// An engine that never complains must not be believed.
  @Test func silentFeaturesAreNotPresentBecauseNothingFailed() {
    for feature in SQLFeature.all where feature.details.whenAbsent == .silent {
      guard case .sql = feature.details.probe else { continue }
      #expect(!feature.details.expectation.matches(.noRow), "\(feature)")
    }
    let old = FakeProbeTarget(KnownEngines.debian12Cipher, lists: .none)
    let prober = FeatureProber()
    let silentlyMissing = SQLFeature.all.filter {
      $0.details.whenAbsent == .silent && !KnownEngines.debian12Cipher.supports($0)
    }
    #expect(silentlyMissing.count > 30)
    let found = prober.probe(old).features
    for feature in silentlyMissing {
      #expect(!found.contains(feature), "\(feature)")
    }
  }

  /// The answer of this probe is the same on an engine that enforces nothing.
  @Test func aSilentFeatureThatTheBuildTookOutStaysAbsentWhateverItsProbeSays() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    target.compileOptions = ["OMIT_FOREIGN_KEY"]
    #expect(FeatureProber().probe(target).absence[.deferredForeignKeys] == .removedByOption("OMIT_FOREIGN_KEY"))
  }

  @Test func whatCannotBeAskedIsAbsent() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    target.answersDirectly = false
    let found = FeatureProber().probe(target)
    #expect(found.absence[.apiBackup] == .unknown)
    #expect(found.absence[.settingDefensive] == .unknown)
    #expect(found.absence[.apiResultString] == .needsVersion(EngineVersion(3, 54)))
    // A limit can be tried in SQL, and a way to open a file is left to the version.
    #expect(found.features.contains(.boundParameters32766))
    #expect(found.features.contains(.uriFilenames))
  }

  @Test func withoutScratchDatabasesTheVersionTells() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .none)
    target.features = FeatureSet()
    target.answersDirectly = false
    target.scratchIsAvailable = false
    let found = FeatureProber().probe(target)
    #expect(found.features.contains(.rightJoin))
    #expect(found.absence[.aggregateOrderBy] == .needsVersion(EngineVersion(3, 44)))
  }

  @Test func aConnectionThatCannotRollBackIsNotUsedAgain() {
    let target = FakeProbeTarget(KnownEngines.debian12, lists: .all)
    target.rollbackFails = true
    let found = FeatureProber().probe(target)
    #expect(found.features == KnownEngines.debian12.features)
    #expect(target.opened.count > 20)
  }

  @Test func anErrorOfTheSetupIsNotTheExpectedError() {
    final class Broken: FeatureScratch {
      func prepares(_ statement: String) -> Bool { false }
      func run(_ script: String) -> FeatureScratchOutcome {
        script.hasPrefix("SAVEPOINT") || script.hasPrefix("ROLLBACK") ? .noRow : .failure(message: "disk full")
      }
    }
    struct Target: FeatureProbeTarget {
      let version = EngineVersion(3, 40, 1)
      var cipherVersion: EngineVersion? { nil }
      var compileOptions: CompileOptions? { [] }
      var functions: [FunctionSignature]? { nil }
      var modules: [String]? { nil }
      var pragmas: [String]? { nil }
      func hasSymbol(_ name: String) -> Bool? { nil }
      func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? { nil }
      func limit(_ number: Int32) -> Int? { nil }
      func openScratch(_ storage: FeatureScratchStorage) throws -> Broken { Broken() }
    }
    let found = FeatureProber().probe(Target())
    #expect(found.absence[.foreignKeys] == .failedProbe)
    #expect(found.absence[.buildRowIDOfViewRefused] == .failedProbe)
  }

  @Test func argumentCountsAreMatchedAsListed() {
    let exact = FunctionSignature(name: "f", argumentCount: 2)
    #expect(exact.accepts(argumentCount: 2))
    #expect(!exact.accepts(argumentCount: 3))
    let any = FunctionSignature(name: "f", argumentCount: -1)
    #expect(any.accepts(argumentCount: 0))
    #expect(any.accepts(argumentCount: 9))
    let atLeastTwo = FunctionSignature(name: "f", argumentCount: -4)
    #expect(!atLeastTwo.accepts(argumentCount: 1))
    #expect(atLeastTwo.accepts(argumentCount: 2))
    #expect(atLeastTwo.accepts(argumentCount: 4))
    #expect(FunctionSignature(name: "f", argumentCount: 0).accepts(argumentCount: 0))
    #expect(!FunctionSignature(name: "f", argumentCount: 0).accepts(argumentCount: 1))
  }

  @Test func expectationsCompareTheFirstRow() {
    #expect(FeatureExpectation.equals("1").matches(.row(["1", "2"])))
    #expect(!FeatureExpectation.equals("1").matches(.row([nil])))
    #expect(!FeatureExpectation.equals("1").matches(.noRow))
    #expect(FeatureExpectation.null.matches(.row([nil])))
    #expect(!FeatureExpectation.null.matches(.row(["(null)"])))
    #expect(!FeatureExpectation.null.matches(.row([])))
    #expect(FeatureExpectation.column(1, "b").matches(.row(["a", "b"])))
    #expect(!FeatureExpectation.column(2, "b").matches(.row(["a", "b"])))
    #expect(FeatureExpectation.someRow.matches(.row([nil])))
    #expect(!FeatureExpectation.someRow.matches(.noRow))
    #expect(FeatureExpectation.anything.matches(.noRow))
    #expect(!FeatureExpectation.anything.matches(.failure(message: "x")))
    #expect(FeatureExpectation.error(containing: "").matches(.failure(message: "x")))
    #expect(FeatureExpectation.error(containing: "not authorized").matches(.failure(message: "it is not authorized")))
    #expect(!FeatureExpectation.error(containing: "not authorized").matches(.failure(message: "no such function")))
    #expect(!FeatureExpectation.error(containing: "").matches(.row(["1"])))
  }

  @Test func everySampleMatchesAndEveryOtherOutcomeDoesNot() {
    for feature in SQLFeature.all {
      let expectation = feature.details.expectation
      #expect(expectation.matches(expectation.sample), "\(feature)")
      guard expectation != .anything else { continue }
      #expect(!expectation.matches(expectation.otherOutcome), "\(feature)")
    }
  }
}
