/// Whether an engine has a feature, and why not.
public enum FeatureStatus: Sendable, Hashable {
  /// The engine has it.
  case present
  /// The engine does not have it.
  case absent(FeatureAbsenceReason)

  /// Whether the engine has the feature.
  public var isPresent: Bool { self == .present }
}

/// Why an engine does not have a feature.
public enum FeatureAbsenceReason: Sendable, Hashable {
  /// The feature came with a later version of SQLite.
  case needsVersion(EngineVersion)
  /// The feature is SQLCipher's, from this version of SQLCipher on.
  case needsSQLCipher(EngineVersion)
  /// The engine was built without a compile option.
  case needsOption(String)
  /// The engine was built with a compile option that takes the feature out.
  case removedByOption(String)
  /// No version has the feature built in.
  case neverBuiltIn
  /// Version and options promise the feature, but trying it showed that it is not there.
  case failedProbe
  /// The engine does not tell; what is unknown counts as absent.
  case unknown
}

extension FeatureAbsenceReason {
  /// The reason in words, such as `needs SQLite 3.39.0; this is 3.15.2`.
  ///
  /// - Parameters:
  ///   - version: The version of SQLite in the engine.
  ///   - cipherVersion: The version of SQLCipher, or `nil` when the engine is not SQLCipher.
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
      "taken out by the compile option \(option) of this SQLite \(version)"
    case .neverBuiltIn:
      "built into no version of SQLite"
    case .failedProbe:
      "expected of this SQLite \(version), but it failed when it was tried"
    case .unknown:
      "this engine does not tell whether it has it"
    }
  }
}
