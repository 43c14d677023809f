/// All known facts about the features, by their keys.
enum FeatureTable {
  /// One description per feature, in the order of the keys.
  static let descriptions: [FeatureDescription] = build().descriptions

  /// The features by their identifiers.
  static let featuresByID: [String: SQLFeature] = Dictionary(
    descriptions.map { ($0.id, $0.feature) }, uniquingKeysWith: { first, _ in first })
}
