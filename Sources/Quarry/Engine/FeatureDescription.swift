/// The known facts about a feature: its version, its compile options, and how to detect it.
///
/// The facts come from SQLite's release history and language pages (<https://sqlite.org/changes.html>), from
/// SQLCipher's change log, and from running the probes on engines from 3.7.17 to 3.54.1.
public struct FeatureDescription: Sendable, Hashable, Identifiable {
  /// The feature.
  public let feature: SQLFeature
  /// The identifier. It never changes.
  public let id: String
  /// The name of the feature, in a few words.
  public let title: String
  /// A note about the feature; often empty.
  public let note: String
  /// The area that the feature belongs to.
  public let group: FeatureGroup
  /// The version that introduced the feature.
  public let since: FeatureOrigin
  /// The compile options that the feature depends on.
  public let options: CompileOptionExpression
  /// How to detect the feature.
  public let detection: FeatureDetection
  /// The test that shows whether the feature works.
  public let probe: FeatureProbe
  /// The result of the probe on an engine with the feature.
  public let expectation: FeatureExpectation
  /// What the probe does on an engine without the feature.
  public let whenAbsent: FeatureAbsence
}

/// The version that introduced a feature.
public enum FeatureOrigin: Sendable, Hashable, CustomStringConvertible {
  /// A version of SQLite.
  case sqlite(EngineVersion)
  /// A version of SQLCipher, which has its own version numbers.
  case sqlcipher(EngineVersion)
  /// No version: the feature depends on an option, or on a function that an application adds.
  case neverBuiltIn

  /// The version in words, such as `SQLite 3.39.0`.
  public var description: String {
    switch self {
    case .sqlite(let version): "SQLite \(version)"
    case .sqlcipher(let version): "SQLCipher \(version)"
    case .neverBuiltIn: "no version by itself"
    }
  }
}

/// What an engine without a feature does when the feature is used.
public enum FeatureAbsence: String, Sendable, Hashable, CaseIterable {
  /// The statement can't be prepared.
  case prepareError
  /// The statement fails while it runs.
  case runtimeError
  /// The statement runs and returns something else. Quarry must throw before it is sent.
  case silent
  /// The library doesn't export the function.
  case symbolAbsent
  /// The call returns an error code.
  case resultCode
}
