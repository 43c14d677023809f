extension SQLFeature {
  /// The exactly equivalent form that queries take on an engine without the feature, in a few words; nil when a query
  /// that needs the feature is refused there.
  ///
  /// Under ``FeaturePolicy/strict`` no equivalent is used.
  public var equivalent: String? { FeatureTable.equivalents[self] }
}
