public import Quarry

/// A requirement of a part of a case, in addition to the mark of the case.
public enum SectionNeed: Sendable, Hashable {
  /// A driver of a certain kind.
  case kind(DriverKind)
  /// A feature of the engine.
  case feature(SQLFeature)
  /// A capability that every engine has and that a driver can lack.
  case capability(MissingCapability)
  /// A version of SQLite or a later one.
  case version(EngineVersion)
  /// An earlier version of SQLite than this one.
  case versionBefore(EngineVersion)
  /// Another requirement, in a few words.
  case other(String, isMet: Bool)

  /// Sessions on connections of Quarry's own engine layer.
  public static let local = SectionNeed.kind(.local)
  /// An engine that is SQLite itself.
  public static let sqlite = SectionNeed.kind(.sqlite)
  /// Two drivers that open the same database.
  public static let shared = SectionNeed.kind(.shared)
  /// A database that is a file.
  public static let file = SectionNeed.kind(.file)
}

extension CaseContext {
  /// Whether a part of the case runs. The report lists a part that doesn't run with the reason, so that a partly run
  /// case is recognizable.
  ///
  /// ```swift
  /// guard test.section("in a session", requires: .local) else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The subject of the part, in a few words, if the requirements don't say it.
  ///   - needs: The requirements, all of which must be met.
  public func section(_ title: String? = nil, requires needs: SectionNeed...) -> Bool {
    for need in needs {
      if let reason = reason(against: need) {
        leaveOut((title.map { "\($0): " } ?? "") + reason)
        return false
      }
    }
    return true
  }

  private func reason(against need: SectionNeed) -> String? {
    switch need {
    case .kind(let kind): isOf(kind) ? nil : "only for drivers of kind \(kind.rawValue)"
    case .feature(let feature): engine.supports(feature) ? nil : "the engine lacks \(feature.id)"
    case .capability(let capability):
      profile.capabilities.lacks(capability) ? "the driver declares that it lacks \(capability)" : nil
    case .version(let version): engine.version >= version ? nil : "the engine is older than SQLite \(version)"
    case .versionBefore(let version): engine.version < version ? nil : "only for engines before SQLite \(version)"
    case .other(let words, let isMet): isMet ? nil : "not without \(words)"
    }
  }
}
