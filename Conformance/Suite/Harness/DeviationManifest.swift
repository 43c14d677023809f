/// The cases that a driver is known to fail, each with a reason, a link and an expiry.
///
/// The manifest is a reviewed file in the driver's repository:
///
/// ```json
/// {"suite": "1.0", "claims": ["json"],
///  "deviations": [{"cases": ["STMT-17"], "kind": "planned", "reason": "one stream at a time",
///                  "link": "https://example.com/issue/1", "until": "2027-06"}]}
/// ```
public struct DeviationManifest: Sendable, Hashable, Codable {
  /// The version of the suite that the manifest is for.
  public var suite: String
  /// The profiles that the driver claims to pass completely.
  public var claims: [ConformanceProfile]
  /// The known failures.
  public var deviations: [Deviation]

  /// Creates a manifest.
  public init(
    suite: String = SuiteVersion.current.description, claims: [ConformanceProfile] = [], deviations: [Deviation] = []
  ) {
    self.suite = suite
    self.claims = claims
    self.deviations = deviations
  }

  /// A set of cases that fail for one reason.
  public struct Deviation: Sendable, Hashable, Codable {
    /// The identifiers of the cases.
    public var cases: [String]
    /// The kind of the failures.
    public var kind: Kind
    /// The reason for the failures.
    public var reason: String
    /// The address of a discussion about the failures.
    public var link: String
    /// The last month in which the entry is valid, such as `2027-06`.
    public var until: String

    /// Creates a deviation.
    public init(cases: [String], kind: Kind, reason: String, link: String, until: String) {
      self.cases = cases
      self.kind = kind
      self.reason = reason
      self.link = link
      self.until = until
    }

    /// Whether a failure will be fixed.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// The driver can't support it.
      case unsupported
      /// It worked before.
      case regression
      /// It is planned.
      case planned
    }
  }

  /// Returns the entry for a case, or `nil` if there is none.
  func deviation(for id: String) -> Deviation? { deviations.first { $0.cases.contains(id) } }
}

/// A named set of optional cases, which a driver passes completely or not at all.
public enum ConformanceProfile: String, Sendable, Hashable, CaseIterable, Codable {
  case core, json, fts5, window, upsert, returning, concurrency, encryption, remote, distributed, fileDurability
}
