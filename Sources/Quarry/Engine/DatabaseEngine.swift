/// The engine that a connection found: what it is, and what it can do.
public struct DatabaseEngine: Sendable, Hashable {
  /// Which engine it is.
  public let product: EngineProduct
  /// The version of SQLite in it, as the running library tells.
  public let version: EngineVersion
  /// Which source it was built from, as `sqlite3_sourceid()` tells; empty when unknown.
  public let sourceID: String
  /// The version of SQLCipher, or `nil` when the engine is not SQLCipher.
  public let cipherVersion: EngineVersion?
  /// The compile options it lists, or `nil` when it lists none.
  public let compileOptions: CompileOptions?
  /// The features it has.
  public let features: FeatureSet
  /// Why it does not have the others.
  public let absence: [SQLFeature: FeatureAbsenceReason]

  /// Creates an engine from what was found out about it.
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

  /// The engine of a connection on which a feature that it has does not do what it is for.
  package func without(_ feature: SQLFeature) -> DatabaseEngine {
    guard supports(feature) else { return self }
    return DatabaseEngine(
      product: product, version: version, sourceID: sourceID, cipherVersion: cipherVersion,
      compileOptions: compileOptions, features: features.subtracting([feature]),
      absence: absence.merging([feature: .failedProbe]) { $1 })
  }

  /// Describes an engine by its version and options alone, for drivers that cannot ask it.
  ///
  /// - Parameters:
  ///   - product: Which engine it is.
  ///   - version: The version of SQLite in it.
  ///   - sourceID: Which source it was built from, when known.
  ///   - cipherVersion: The version of SQLCipher, or `nil` when the engine is not SQLCipher.
  ///   - compileOptions: The options it was built with, or `nil` when they are unknown. An empty list stands for a
  ///     default build.
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

  /// Tells whether the engine has a feature.
  public func supports(_ feature: SQLFeature) -> Bool {
    features.contains(feature)
  }

  /// Tells whether the engine has every feature of a set.
  public func supports(_ needed: FeatureSet) -> Bool {
    needed.isSubset(of: features)
  }

  /// The features of a set that the engine does not have.
  public func missing(from needed: FeatureSet) -> FeatureSet {
    needed.subtracting(features)
  }

  /// Why the engine does not have a feature, or `nil` when it has it.
  public func reason(for feature: SQLFeature) -> FeatureAbsenceReason? {
    supports(feature) ? nil : absence[feature] ?? .unknown
  }

  /// Why the engine does not have a feature, in words, or `nil` when it has it.
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
