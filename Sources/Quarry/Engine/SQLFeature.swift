/// A feature that an SQL engine can have or lack.
///
/// Every feature has an identifier such as `query.right_join` and a static member such as ``rightJoin``. Its
/// ``details`` tell its version, its compile options and how to detect it. The value has two bytes, so comparing and
/// hashing are fast.
public struct SQLFeature: Sendable, Hashable, Identifiable, CustomStringConvertible {
  let key: Key

  init(_ key: Key) {
    self.key = key
  }

  /// Finds a feature by its identifier.
  ///
  /// - Returns: `nil` if there is no such feature.
  public init?(id: String) {
    guard let feature = FeatureTable.featuresByID[id] else { return nil }
    self = feature
  }

  /// The identifier, which never changes: lower case, with the area as a prefix.
  public var id: String { details.id }

  /// The known facts about the feature.
  public var details: FeatureDescription { FeatureTable.descriptions[Int(key.rawValue)] }

  /// The identifier.
  public var description: String { id }

  /// Every feature, in the order of the table.
  public static let all: [SQLFeature] = Key.allCases.map(SQLFeature.init)
}
