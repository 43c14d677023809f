/// Whether an engine has a feature, and why not.
public enum FeatureStatus: Sendable, Hashable {
  /// The engine has it.
  case present
  /// The engine lacks it.
  case absent(FeatureAbsenceReason)

  /// Whether the engine has the feature.
  public var isPresent: Bool { self == .present }
}

/// The reason why an engine lacks a feature.
public enum FeatureAbsenceReason: Sendable, Hashable {
  /// A later version of SQLite introduced the feature.
  case needsVersion(EngineVersion)
  /// The feature belongs to SQLCipher, from this version of SQLCipher on.
  case needsSQLCipher(EngineVersion)
  /// The engine was built without a compile option.
  case needsOption(String)
  /// The engine was built with a compile option that removes the feature.
  case removedByOption(String)
  /// No version has the feature built in.
  case neverBuiltIn
  /// Version and options promise the feature, but its probe failed.
  case failedProbe
  /// The engine doesn't tell. Unknown counts as absent.
  case unknown
}

extension FeatureAbsenceReason {
  /// The reason in words, such as `needs SQLite 3.39.0; this is 3.15.2`.
  ///
  /// - Parameters:
  ///   - version: The version of SQLite in the engine.
  ///   - cipherVersion: The version of SQLCipher; `nil` if the engine isn't SQLCipher.
  public func explanation(version: EngineVersion, cipherVersion: EngineVersion? = nil) -> String {
    switch self {
    case .needsVersion(let needed):
      "needs SQLite \(needed); this is \(version)"
    case .needsSQLCipher(let needed):
      if let cipherVersion {
        "needs SQLCipher \(needed); this is \(cipherVersion)"
      } else {
        "needs SQLCipher \(needed); this is SQLite \(version) without encryption"
      }
    case .needsOption(let option):
      "needs the compile option \(option); this SQLite \(version) was built without it"
    case .removedByOption(let option):
      "removed by the compile option \(option) of this SQLite \(version)"
    case .neverBuiltIn:
      "not built into any version of SQLite"
    case .failedProbe:
      "expected in SQLite \(version), but it failed when it was tried"
    case .unknown:
      "this engine doesn't report whether it has it"
    }
  }
}
