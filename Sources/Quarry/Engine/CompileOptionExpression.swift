/// A condition on the compile options of an engine. Some terms apply only to certain versions.
///
/// All terms, separated by `,`, must hold. A term is `+NAME` (listed), `-NAME` (not listed), `+NAME|+NAME` (one of
/// them) or `never`. The prefix `<3.38.0:` or `>=3.38.0:` restricts a term to those versions.
public struct CompileOptionExpression: Sendable, Hashable, LosslessStringConvertible {
  /// A way in which a term can hold.
  public enum Requirement: Sendable, Hashable {
    /// The option is listed.
    case listed(String)
    /// The option isn't listed.
    case notListed(String)
    /// Never holds.
    case never
  }

  /// The versions of SQLite that a term applies to.
  public enum Scope: Sendable, Hashable {
    /// Every version.
    case always
    /// Versions before this one.
    case before(EngineVersion)
    /// This version and later ones.
    case from(EngineVersion)

    /// Whether the term applies to a version.
    public func contains(_ version: EngineVersion) -> Bool {
      switch self {
      case .always: true
      case .before(let bound): version < bound
      case .from(let bound): version >= bound
      }
    }
  }

  /// Alternatives, one of which must hold for the versions in scope.
  public struct Term: Sendable, Hashable {
    /// The versions that the term applies to.
    public let scope: Scope
    /// The requirements, one of which must hold.
    public let alternatives: [Requirement]
  }

  /// The terms, all of which must hold.
  public let terms: [Term]

  /// The condition that always holds.
  public static let none = CompileOptionExpression(terms: [])

  init(terms: [Term]) {
    self.terms = terms
  }

  /// Whether there is no condition.
  public var isEmpty: Bool { terms.isEmpty }

  /// Returns the first part that doesn't hold.
  ///
  /// - Parameters:
  ///   - version: The version of SQLite.
  ///   - options: The options that the engine lists, or `nil` if it has no such list.
  /// - Returns: The reason, or `nil` if everything holds.
  public func obstacle(version: EngineVersion, options: CompileOptions?) -> FeatureAbsenceReason? {
    let counting = terms.filter { $0.scope.contains(version) }
    for term in counting where term.alternatives.allSatisfy({ $0 == .never }) {
      if case .before(let bound) = term.scope { return .needsVersion(bound) }
      return .neverBuiltIn
    }
    guard let options else { return counting.isEmpty ? nil : .unknown }
    for term in counting where !term.alternatives.contains(where: { $0.holds(in: options) }) {
      return term.obstacle
    }
    return nil
  }
}

extension CompileOptionExpression.Requirement {
  /// Whether the requirement holds for the options that an engine lists.
  func holds(in options: CompileOptions) -> Bool {
    switch self {
    case .listed(let name): options.contains(name)
    case .notListed(let name): !options.contains(name)
    case .never: false
    }
  }
}

extension CompileOptionExpression.Term {
  /// The reason why the term doesn't hold, provided that it doesn't.
  fileprivate var obstacle: FeatureAbsenceReason {
    var needed: [String] = []
    var unwanted: [String] = []
    for alternative in alternatives {
      switch alternative {
      case .listed(let name): needed.append(name)
      case .notListed(let name): unwanted.append(name)
      case .never: break
      }
    }
    return needed.isEmpty
      ? .removedByOption(unwanted.joined(separator: " and "))
      : .needsOption(needed.joined(separator: " or "))
  }
}
