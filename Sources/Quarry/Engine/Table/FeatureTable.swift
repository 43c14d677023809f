/// Everything that is known about the features, indexed by their keys.
enum FeatureTable {
  /// One description per feature, in the order of the keys.
  static let descriptions: [FeatureDescription] = build().descriptions

  /// Writes every row.
  static func build() -> FeatureTableBuilder {
    var builder = FeatureTableBuilder()
    builder.addQueries()
    builder.addWrites()
    builder.addSchema()
    builder.addScalarFunctions()
    builder.addDateAndTime()
    builder.addAggregates()
    builder.addJSON()
    builder.addVirtualTables()
    builder.addPragmas()
    builder.addFiles()
    builder.addCInterface()
    builder.addConnectionSettings()
    builder.addBuildOptions()
    builder.addDifferentResults()
    builder.addEncryption()
    return builder
  }

  /// The features by their identifiers.
  static let featuresByID: [String: Feature] = Dictionary(
    descriptions.map { ($0.id, $0.feature) }, uniquingKeysWith: { first, _ in first })
}
