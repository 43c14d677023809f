/// What is known about a feature: since when, under which option, and how to tell whether an engine has it.
///
/// The facts come from SQLite's release history and language pages (<https://sqlite.org/changes.html>), from
/// SQLCipher's change log, and from running the probes on engines from 3.7.17 to 3.54.1.
public struct FeatureDescription: Sendable, Hashable, Identifiable {
  /// The feature that is described.
  public let feature: SQLFeature
  /// The identifier, which never changes.
  public let id: String
  /// What the feature is, in a few words.
  public let title: String
  /// What else is worth knowing; often empty.
  public let note: String
  /// The area the feature belongs to.
  public let group: FeatureGroup
  /// The version the feature came with.
  public let since: FeatureOrigin
  /// The compile options the feature depends on.
  public let options: CompileOptionExpression
  /// How to tell whether an engine has the feature.
  public let detection: FeatureDetection
  /// What to try on an engine to see the feature work.
  public let probe: FeatureProbe
  /// What the probe answers on an engine that has the feature.
  public let expectation: FeatureExpectation
  /// What the probe does on an engine that lacks the feature.
  public let whenAbsent: FeatureAbsence
}

/// The version that brought a feature.
public enum FeatureOrigin: Sendable, Hashable, CustomStringConvertible {
  /// A version of SQLite.
  case sqlite(EngineVersion)
  /// A version of SQLCipher, which counts on its own.
  case sqlcipher(EngineVersion)
  /// No version has it built in: it depends on an option, or on a function that an application adds.
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

/// What an engine that lacks a feature does when the feature is used all the same.
public enum FeatureAbsence: String, Sendable, Hashable, CaseIterable {
  /// The statement cannot be prepared.
  case prepareError
  /// The statement fails while it runs.
  case runtimeError
  /// The statement runs and answers something else: the caller has to be told before it is sent.
  case silent
  /// The library does not export the function.
  case symbolAbsent
  /// The call answers an error code.
  case resultCode
}
