/// The cases that a driver is known to fail, each with a reason, a link and an expiry.
///
/// The manifest is a reviewed file beside the driver:
///
/// ```json
/// {"suite": "1.0", "claims": ["json"],
///  "deviations": [{"cases": ["STMT-17"], "kind": "planned", "reason": "one stream at a time",
///                  "link": "https://example.com/issue/1", "until": "2027-06"}]}
/// ```
public struct DeviationManifest: Sendable, Hashable, Codable {
  /// The version of the suite that the manifest was written for.
  public var suite: String
  /// The profiles that the driver claims to pass as a whole.
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
    /// What kind of failure it is.
    public var kind: Kind
    /// Why the cases fail.
    public var reason: String
    /// Where the failure is discussed.
    public var link: String
    /// The month until which the entry holds, such as `2027-06`.
    public var until: String

    /// Creates a deviation.
    public init(cases: [String], kind: Kind, reason: String, link: String, until: String) {
      self.cases = cases
      self.kind = kind
      self.reason = reason
      self.link = link
      self.until = until
    }

    /// Whether a failure will be mended.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// The driver cannot do it.
      case unsupported
      /// It worked once.
      case regression
      /// It will come.
      case planned
    }
  }

  /// The entry for a case.
  func deviation(for id: String) -> Deviation? { deviations.first { $0.cases.contains(id) } }
}

/// A named set of optional cases, which a driver passes as a whole or not at all.
public enum ConformanceProfile: String, Sendable, Hashable, CaseIterable, Codable {
  case core, json, fts5, window, upsert, returning, concurrency, encryption, remote, distributed, fileDurability
}
