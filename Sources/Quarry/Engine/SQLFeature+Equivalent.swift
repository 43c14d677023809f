extension SQLFeature {
  /// The equivalent form on an engine without the feature, in a few words; `nil` if a query that needs the feature
  /// throws.
  ///
  /// Under ``FeaturePolicy/strict``, queries never use an equivalent.
  public var equivalent: String? { FeatureTable.equivalents[self] }
}
