public import Quarry

/// What a part of a case needs beyond the mark of the case.
public enum SectionNeed: Sendable, Hashable {
  /// A driver of a kind.
  case kind(DriverKind)
  /// A feature of the engine.
  case feature(SQLFeature)
  /// Something that every engine does and that a driver may lack.
  case capability(MissingCapability)
  /// An engine from a version of SQLite on.
  case version(EngineVersion)
  /// An engine before a version of SQLite.
  case versionBefore(EngineVersion)
  /// Something else, in a few words.
  case other(String, isMet: Bool)

  /// Sessions on connections of Quarry's own engine layer.
  public static let local = SectionNeed.kind(.local)
  /// An engine that is SQLite itself.
  public static let sqlite = SectionNeed.kind(.sqlite)
  /// Two drivers that lead to one database.
  public static let shared = SectionNeed.kind(.shared)
  /// A database that is a file.
  public static let file = SectionNeed.kind(.file)
}

extension CaseContext {
  /// Whether a part of the case runs. One that does not is put into the report with the reason, so that nobody takes a
  /// case that passed in part for one that passed.
  ///
  /// ```swift
  /// guard test.section("in a session", requires: .local) else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - title: What the part is about, in a few words, where what it needs does not say so.
  ///   - needs: What it needs; all of it.
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
    case .kind(let kind): isOf(kind) ? nil : "not for drivers that are not of the kind \(kind.rawValue)"
    case .feature(let feature): engine.supports(feature) ? nil : "the engine lacks \(feature.id)"
    case .capability(let capability):
      profile.capabilities.lacks(capability) ? "the driver declares that it lacks \(capability)" : nil
    case .version(let version): engine.version >= version ? nil : "the engine is older than SQLite \(version)"
    case .versionBefore(let version): engine.version < version ? nil : "only for engines before SQLite \(version)"
    case .other(let words, let isMet): isMet ? nil : "not without \(words)"
    }
  }
}
