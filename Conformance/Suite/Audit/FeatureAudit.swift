public import Quarry

/// Compares the declared capabilities of a driver with what works.
///
/// The audit opens databases of the driver under test and tries every feature of Quarry's table, some capabilities and
/// the declared kinds. It asks the engine itself, statement by statement, on connections of the driver. Quarry's prober
/// and the driver's declarations don't influence the result. Trying all features of a local driver takes a few hundred
/// milliseconds.
///
/// ```swift
/// let audit = try await FeatureAudit(of: driver, in: folder)      // an existing, private folder
/// for entry in audit.overclaimed { print("\(entry.name) is declared and does not work") }
/// for entry in audit.underclaimed { print("\(entry.name) works and is not declared") }
/// ```
///
/// Inside a case: `let audit = try await test.featureAudit()`. Its databases are removed with the case.
public struct FeatureAudit: Sendable, Hashable, Codable {
  /// One entry for each feature, capability and kind, in a fixed order.
  public let entries: [Entry]

  /// Creates an audit from known entries.
  public init(entries: [Entry]) { self.entries = entries }

  /// The result for one feature, capability or kind.
  public struct Entry: Sendable, Hashable, Codable, Identifiable {
    /// The identifier of a feature such as `query.right_join`, or `capability.blobs`, or `kind.file`.
    public var name: String
    /// Whether version and compile options promise it; `nil` if they don't tell.
    public var expected: Bool?
    /// Whether the driver declares it.
    public var declared: Bool
    /// Whether the trial found it; `nil` if the driver allows no trial.
    public var found: Bool?
    /// The reason why it wasn't tried, or the error of the trial; `nil` if the outcome was clear.
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
    /// Whether the driver declares it, but it doesn't work.
    public var isOverclaimed: Bool { declared && found == false }
    /// Whether it works, but the driver doesn't declare it.
    public var isUnderclaimed: Bool { !declared && found == true }
  }

  /// The entries that are declared, but don't work.
  public var overclaimed: [Entry] { entries.filter(\.isOverclaimed) }
  /// The entries that work, but aren't declared.
  public var underclaimed: [Entry] { entries.filter(\.isUnderclaimed) }
  /// The entries that can't be tried through the driver, each with the reason.
  public var untried: [Entry] { entries.filter { $0.found == nil } }
  /// Whether the driver's declarations are exact, as far as they can be tried.
  public var isExact: Bool { !entries.contains { $0.isOverclaimed || $0.isUnderclaimed } }

  /// The entry of a feature, or `nil` if there is none.
  public subscript(feature: SQLFeature) -> Entry? { self[feature.id] }
  /// The entry with a name, or `nil` if there is none.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }
}

extension FeatureAudit.Entry: CustomStringConvertible {
  /// The name, the declaration and the result, on one line.
  public var description: String {
    let outcome = found.map { $0 ? "works" : "does not work" } ?? "was not tried"
    return "\(name): \(declared ? "declared" : "not declared"), \(outcome)" + (reason.map { " (\($0))" } ?? "")
  }
}
