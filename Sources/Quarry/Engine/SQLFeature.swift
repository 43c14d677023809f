/// Something an SQL engine may or may not be able to do.
///
/// Every feature has an identifier such as `query.right_join` and a static member such as ``rightJoin``. What is
/// known about it — since when, under which compile option, how to tell — is in ``details``. The value itself is two
/// bytes: comparing and hashing cost nothing.
public struct SQLFeature: Sendable, Hashable, Identifiable, CustomStringConvertible {
  let key: Key

  init(_ key: Key) {
    self.key = key
  }

  /// Finds a feature by its identifier.
  ///
  /// - Returns: `nil` when there is no such feature.
  public init?(id: String) {
    guard let feature = FeatureTable.featuresByID[id] else { return nil }
    self = feature
  }

  /// The identifier, which never changes: lower case, with the area in front.
  public var id: String { details.id }

  /// What is known about the feature.
  public var details: FeatureDescription { FeatureTable.descriptions[Int(key.rawValue)] }

  /// The identifier.
  public var description: String { id }

  /// Every feature, in the order of the table.
  public static let all: [SQLFeature] = Key.allCases.map(SQLFeature.init)
}
