/// The engine of a connection: its product, version and features.
public struct DatabaseEngine: Sendable, Hashable {
  /// The product.
  public let product: EngineProduct
  /// The version of SQLite in it, as the running library reports it.
  public let version: EngineVersion
  /// The source that it was built from, as `sqlite3_sourceid()` returns it; empty if unknown.
  public let sourceID: String
  /// The version of SQLCipher; `nil` if the engine isn't SQLCipher.
  public let cipherVersion: EngineVersion?
  /// The compile options that it lists; `nil` if it lists none.
  public let compileOptions: CompileOptions?
  /// The features it has.
  public let features: FeatureSet
  /// The reasons why it lacks the other features.
  public let absence: [SQLFeature: FeatureAbsenceReason]

  /// Creates an engine from what is known about it.
  public init(
    product: EngineProduct, version: EngineVersion, sourceID: String = "", cipherVersion: EngineVersion? = nil,
    compileOptions: CompileOptions?, features: FeatureSet, absence: [SQLFeature: FeatureAbsenceReason]
  ) {
    self.product = product
    self.version = version
    self.sourceID = sourceID
    self.cipherVersion = cipherVersion
    self.compileOptions = compileOptions
    self.features = features
    self.absence = absence
  }

  /// Returns the engine without a feature that doesn't work on a connection.
  package func without(_ feature: SQLFeature) -> DatabaseEngine {
    guard supports(feature) else { return self }
    return DatabaseEngine(
      product: product, version: version, sourceID: sourceID, cipherVersion: cipherVersion,
      compileOptions: compileOptions, features: features.subtracting([feature]),
      absence: absence.merging([feature: .failedProbe]) { $1 })
  }

  /// Returns an engine that is described by its version and options alone, for drivers that can't ask the engine.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - version: The version of SQLite in it.
  ///   - sourceID: The source that it was built from, if known.
  ///   - cipherVersion: The version of SQLCipher; `nil` if the engine isn't SQLCipher.
  ///   - compileOptions: The options that it was built with; `nil` if they are unknown. An empty list means a default
  ///     build.
  public static func expected(
    product: EngineProduct, version: EngineVersion, sourceID: String = "", cipherVersion: EngineVersion? = nil,
    compileOptions: CompileOptions?
  ) -> DatabaseEngine {
    var features = FeatureSet()
    var absence: [SQLFeature: FeatureAbsenceReason] = [:]
    for feature in SQLFeature.all {
      let status = feature.details.expectedPresence(
        version: version, cipherVersion: cipherVersion, options: compileOptions)
      switch status {
      case .present: features.insert(feature)
      case .absent(let reason): absence[feature] = reason
      }
    }
    return DatabaseEngine(
      product: product, version: version, sourceID: sourceID, cipherVersion: cipherVersion,
      compileOptions: compileOptions, features: features, absence: absence)
  }

  /// Whether the engine has a feature.
  public func supports(_ feature: SQLFeature) -> Bool {
    features.contains(feature)
  }

  /// Whether the engine has every feature of a set.
  public func supports(_ needed: FeatureSet) -> Bool {
    needed.isSubset(of: features)
  }

  /// Returns the features of a set that the engine lacks.
  public func missing(from needed: FeatureSet) -> FeatureSet {
    needed.subtracting(features)
  }

  /// Returns the reason why the engine lacks a feature, or `nil` if it has the feature.
  public func reason(for feature: SQLFeature) -> FeatureAbsenceReason? {
    supports(feature) ? nil : absence[feature] ?? .unknown
  }

  /// Returns the reason why the engine lacks a feature in words, or `nil` if it has the feature.
  public func explanation(for feature: SQLFeature) -> String? {
    reason(for: feature)?.explanation(version: version, cipherVersion: cipherVersion)
  }
}

extension DatabaseEngine: CustomStringConvertible {
  /// Product and version, such as `SQLite 3.40.1` or `SQLCipher 3.4.1 (SQLite 3.15.2)`.
  public var description: String {
    if let cipherVersion { return "\(product) \(cipherVersion) (SQLite \(version))" }
    return product == .sqlite ? "SQLite \(version)" : "\(product) (SQLite \(version))"
  }
}
