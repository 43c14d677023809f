@testable import Quarry

/// An engine made of a set of features, which behaves towards the prober as a real one does.
final class FakeProbeTarget: FeatureProbeTarget {
  /// What the lists of the engine say.
  enum Lists { case all, none }

  let version: EngineVersion
  let cipherVersion: EngineVersion?
  var compileOptions: CompileOptions?
  var functions: [FunctionSignature]?
  var modules: [String]?
  var pragmas: [String]?
  /// What the engine can really do.
  var features: FeatureSet
  /// Whether there is a C interface that can be asked.
  var answersDirectly = true
  var scratchIsAvailable = true
  var rollbackFails = false
  private(set) var opened: [FeatureScratchStorage] = []
  private(set) var scripts: [String] = []
  private(set) var prepared: [String] = []

  init(_ engine: DatabaseEngine, lists: Lists) {
    version = engine.version
    cipherVersion = engine.cipherVersion
    compileOptions = engine.compileOptions
    features = engine.features
    guard lists == .all else { return }
    var (functions, modules, pragmas): ([FunctionSignature], [String], [String]) = ([], [], [])
    for feature in engine.features {
      switch feature.details.detection {
      case .function(let name, let argumentCount):
        functions.append(FunctionSignature(name: name.uppercased(), argumentCount: argumentCount))
      case .module(let name): modules.append(name)
      case .pragma(let name): pragmas.append(name)
      default: break
      }
    }
    (self.functions, self.modules, self.pragmas) = (functions, modules, pragmas)
  }

  func hasSymbol(_ name: String) -> Bool? { answer { $0.details.probe == .symbol(name) } }

  func acceptsDatabaseConfiguration(_ operation: Int32) -> Bool? {
    answer { $0.details.probe == .databaseConfiguration(operation) }
  }

  func limit(_ number: Int32) -> Int? {
    guard answersDirectly else { return nil }
    for feature in SQLFeature.all {
      guard case .limit(number, let least) = feature.details.detection else { continue }
      return features.contains(feature) ? least : least - 1
    }
    return nil
  }

  func passes(_ probe: FeatureFileProbe) -> Bool? { answer { $0.details.probe == .file(probe) } }

  func openScratch(_ storage: FeatureScratchStorage) throws -> FakeScratch {
    struct Unavailable: Error {}
    guard scratchIsAvailable else { throw Unavailable() }
    opened.append(storage)
    return FakeScratch(target: self)
  }

  private func answer(_ condition: (SQLFeature) -> Bool) -> Bool? {
    guard answersDirectly, let feature = SQLFeature.all.first(where: condition) else { return nil }
    return features.contains(feature)
  }

  fileprivate func feature(probedBy script: String) -> SQLFeature? {
    SQLFeature.all.first {
      guard case .sql(script, _) = $0.details.probe else { return false }
      return true
    }
  }

  fileprivate func prepares(_ statement: String) -> Bool {
    prepared.append(statement)
    guard let feature = feature(probedBy: statement) else { return true }
    return features.contains(feature) || feature.details.whenAbsent != .prepareError
  }

  fileprivate func run(_ script: String) -> FeatureScratchOutcome {
    scripts.append(script)
    if rollbackFails, script.hasPrefix("ROLLBACK") { return .failure(message: "no such savepoint") }
    guard let feature = feature(probedBy: script) else { return .noRow }
    let details = feature.details
    guard features.contains(feature) else {
      return details.whenAbsent == .silent ? details.expectation.otherOutcome : .failure(message: "no such thing")
    }
    return details.expectation.sample
  }
}

/// A scratch database of the made-up engine.
struct FakeScratch: FeatureScratch {
  let target: FakeProbeTarget

  func prepares(_ statement: String) -> Bool { target.prepares(statement) }
  func run(_ script: String) -> FeatureScratchOutcome { target.run(script) }
}

extension FeatureExpectation {
  /// An outcome that the expectation accepts.
  var sample: FeatureScratchOutcome {
    switch self {
    case .anything: .noRow
    case .equals(let text): .row([text])
    case .someRow: .row(["1"])
    case .null: .row([nil])
    case .column(let index, let text): .row(Array(repeating: "x", count: index) + [text])
    case .error(let text): .failure(message: "error: \(text) here")
    }
  }

  /// An outcome without any error that the expectation does not accept.
  var otherOutcome: FeatureScratchOutcome {
    switch self {
    case .anything, .someRow, .error: .noRow
    case .equals, .null: .row(["another answer"])
    case .column: .row(["x"])
    }
  }
}
