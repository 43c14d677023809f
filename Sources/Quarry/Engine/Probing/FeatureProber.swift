/// Finds out which features an engine has.
///
/// A probe beats the version: builds differ in their options, not every option is listed, and some are listed and do
/// not work. What costs nothing is asked first — the engine's own lists, symbols, settings and limits — and only the
/// rest is tried in SQL on a database in memory, single statements by preparing them, scripts inside a savepoint.
/// That takes about five milliseconds on SQLite 3.40.1; it is done once per library, not per connection.
///
/// A feature whose absence goes unnoticed (`FeatureAbsence.silent`) is never counted as present because nothing
/// failed: its answer is compared, or the version decides.
///
/// ```swift
/// let found = FeatureProber().probe(target)
/// let engine = DatabaseEngine(product: .sqlite, target: target, found: found)
/// ```
public struct FeatureProber: Sendable {
  /// How thoroughly to ask.
  public enum Method: Sendable, Hashable {
    /// Ask the lists, and try in SQL only what no list answers.
    case listsFirst
    /// Try everything that can be tried, each feature on a database of its own: slow, and independent of the lists.
    case everyProbe
  }

  /// What was found.
  public struct Result: Sendable, Hashable {
    /// The features that the engine has.
    public internal(set) var features = FeatureSet()
    /// Why the engine does not have the others.
    public internal(set) var absence: [SQLFeature: FeatureAbsenceReason] = [:]
  }

  /// How thoroughly to ask.
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
  /// Creates an engine from a target and what the prober found there.
  public init(
    product: EngineProduct, sourceID: String = "", target: some FeatureProbeTarget, found: FeatureProber.Result
  ) {
    self.init(
      product: product, version: target.version, sourceID: sourceID, cipherVersion: target.cipherVersion,
      compileOptions: target.compileOptions, features: found.features, absence: found.absence)
  }
}
