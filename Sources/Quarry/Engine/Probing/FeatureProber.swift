/// Determines the features of an engine.
///
/// Probes are more reliable than the version, because builds differ in their options, and not every listed option
/// works. The prober first asks the engine's own lists, symbols, settings and limits. It tries only the rest in SQL, on
/// a database in memory: it prepares single statements, and runs scripts in a savepoint. This takes about five
/// milliseconds on SQLite 3.40.1, once for each library.
///
/// If an engine doesn't report the absence of a feature (`FeatureAbsence.silent`), success alone proves nothing. Then
/// the prober compares the answer, or the version decides.
///
/// ```swift
/// let found = FeatureProber().probe(target)
/// let engine = DatabaseEngine(product: .sqlite, target: target, found: found)
/// ```
public struct FeatureProber: Sendable {
  /// The thoroughness of the prober.
  public enum Method: Sendable, Hashable {
    /// Ask the lists, and try in SQL only the features that no list answers.
    case listsFirst
    /// Try everything, each feature on a separate database: slow, and independent of the lists.
    case everyProbe
  }

  /// The features of an engine.
  public struct Result: Sendable, Hashable {
    /// The features that the engine has.
    public internal(set) var features = FeatureSet()
    /// The reasons why the engine lacks the other features.
    public internal(set) var absence: [SQLFeature: FeatureAbsenceReason] = [:]
  }

  /// The thoroughness of the prober.
  public let method: Method

  /// Creates a prober.
  public init(method: Method = .listsFirst) {
    self.method = method
  }

  /// Asks an engine about every feature.
  public func probe(_ target: some FeatureProbeTarget) -> Result {
    var run = FeatureProbeRun(target: target, method: method)
    var result = Result()
    for feature in SQLFeature.all {
      switch run.status(of: feature.details) {
      case .present: result.features.insert(feature)
      case .absent(let reason): result.absence[feature] = reason
      }
    }
    return result
  }
}

extension DatabaseEngine {
  /// Creates an engine from a target and its probed features.
  public init(
    product: EngineProduct, sourceID: String = "", target: some FeatureProbeTarget, found: FeatureProber.Result
  ) {
    self.init(
      product: product, version: target.version, sourceID: sourceID, cipherVersion: target.cipherVersion,
      compileOptions: target.compileOptions, features: found.features, absence: found.absence)
  }
}
