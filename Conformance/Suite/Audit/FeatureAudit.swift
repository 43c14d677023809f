public import Quarry

/// What a driver says it can do, beside what a trial of it shows.
///
/// The audit opens databases of the driver under test and tries every feature of Quarry's table, some capabilities and
/// the declared kinds. It asks the engine itself, statement by statement, on connections of the driver: neither the
/// core's prober nor what the driver declares has a say in what is found. All features of a local driver take a few
/// hundred milliseconds.
///
/// ```swift
/// let audit = try await FeatureAudit(of: driver, in: folder)      // an existing, private folder
/// for entry in audit.overclaimed { print("\(entry.name) is declared and does not work") }
/// for entry in audit.underclaimed { print("\(entry.name) works and is not declared") }
/// ```
///
/// Inside a case: `let audit = try await test.featureAudit()`; its databases are removed with the case.
public struct FeatureAudit: Sendable, Hashable, Codable {
  /// One entry for each feature, capability and kind, in a fixed order.
  public let entries: [Entry]

  /// Creates an audit from entries that are known.
  public init(entries: [Entry]) { self.entries = entries }

  /// What was found about one thing.
  public struct Entry: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of a feature such as `query.right_join`, or `capability.blobs`, or `kind.file`.
    public var name: String
    /// Whether version and compile options promise it; `nil` where they say nothing about it.
    public var expected: Bool?
    /// Whether the driver declares it.
    public var declared: Bool
    /// Whether the trial found it; `nil` where no trial is possible through the driver.
    public var found: Bool?
    /// Why it was not tried, or what the trial ran into; `nil` where the outcome was plain.
    public var reason: String?

    /// Creates an entry.
    public init(name: String, expected: Bool? = nil, declared: Bool, found: Bool?, reason: String? = nil) {
      self.name = name
      self.expected = expected
      self.declared = declared
      self.found = found
      self.reason = reason
    }

    /// The name.
    public var id: String { name }
    /// The feature that the entry is about; `nil` for capabilities and kinds.
    public var feature: SQLFeature? { SQLFeature(id: name) }
    /// Whether the driver declares what does not work.
    public var isOverclaimed: Bool { declared && found == false }
    /// Whether the driver denies what works.
    public var isUnderclaimed: Bool { !declared && found == true }
  }

  /// What is declared and does not work.
  public var overclaimed: [Entry] { entries.filter(\.isOverclaimed) }
  /// What works and is not declared.
  public var underclaimed: [Entry] { entries.filter(\.isUnderclaimed) }
  /// What cannot be tried through the driver, each with the reason.
  public var untried: [Entry] { entries.filter { $0.found == nil } }
  /// Whether the driver declares exactly what it can do, as far as it can be tried.
  public var isExact: Bool { !entries.contains { $0.isOverclaimed || $0.isUnderclaimed } }

  /// The entry of a feature.
  public subscript(feature: SQLFeature) -> Entry? { self[feature.id] }
  /// The entry with a name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }
}

extension FeatureAudit.Entry: CustomStringConvertible {
  /// One line: the name, what is declared and what was found.
  public var description: String {
    let outcome = found.map { $0 ? "works" : "does not work" } ?? "was not tried"
    return "\(name): \(declared ? "declared" : "not declared"), \(outcome)" + (reason.map { " (\($0))" } ?? "")
  }
}
