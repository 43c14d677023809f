/// A condition on the compile options of an engine, some parts of which hold for certain versions only.
///
/// Written as in the feature table: terms separated by `,` must all hold. A term is `+NAME` (listed), `-NAME` (not
/// listed), `+NAME|+NAME` (one of them) or `never`; `<3.38.0:` or `>=3.38.0:` in front restricts it to those
/// versions.
public struct CompileOptionExpression: Sendable, Hashable, LosslessStringConvertible {
  /// One way in which a term can hold.
  public enum Requirement: Sendable, Hashable {
    /// The option is listed.
    case listed(String)
    /// The option is not listed.
    case notListed(String)
    /// This cannot hold.
    case never
  }

  /// The versions of SQLite for which a term counts.
  public enum Scope: Sendable, Hashable {
    /// Every version.
    case always
    /// Versions before this one.
    case before(EngineVersion)
    /// This version and later ones.
    case from(EngineVersion)

    /// Tells whether the term counts for a version.
    public func contains(_ version: EngineVersion) -> Bool {
      switch self {
      case .always: true
      case .before(let bound): version < bound
      case .from(let bound): version >= bound
      }
    }
  }

  /// Alternatives of which one must hold, for the versions in scope.
  public struct Term: Sendable, Hashable {
    /// The versions for which the term counts.
    public let scope: Scope
    /// The requirements of which one must hold.
    public let alternatives: [Requirement]
  }

  /// The terms, all of which must hold.
  public let terms: [Term]

  /// The condition that always holds.
  public static let none = CompileOptionExpression(terms: [])

  init(terms: [Term]) {
    self.terms = terms
  }

  /// Whether there is no condition at all.
  public var isEmpty: Bool { terms.isEmpty }

  /// Finds the first part that does not hold.
  ///
  /// - Parameters:
  ///   - version: The version of SQLite.
  ///   - options: The options the engine lists, or `nil` when it has no such list.
  /// - Returns: `nil` when everything holds.
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
  /// Tells whether the requirement holds for the options an engine lists.
  func holds(in options: CompileOptions) -> Bool {
    switch self {
    case .listed(let name): options.contains(name)
    case .notListed(let name): !options.contains(name)
    case .never: false
    }
  }
}

extension CompileOptionExpression.Term {
  /// Why the term does not hold, given that it does not.
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
