extension FeatureDescription {
  /// Tells by version and compile options alone whether an engine should have the feature.
  ///
  /// The rule is right almost always; asking the engine with ``FeatureProber`` is better where that is possible.
  ///
  /// - Parameters:
  ///   - version: The version of SQLite in the engine.
  ///   - cipherVersion: The version of SQLCipher, or `nil` when the engine is not SQLCipher.
  ///   - options: The options the engine lists, or `nil` when it has no such list: then whatever depends on an option
  ///     is unknown. An empty list stands for a default build.
  public func expectedPresence(
    version: EngineVersion, cipherVersion: EngineVersion? = nil, options: CompileOptions?
  ) -> FeatureStatus {
    let obstacle = self.options.obstacle(version: version, options: options)
    if case .needsVersion = obstacle, let obstacle { return .absent(obstacle) }
    switch since {
    case .sqlite(let needed):
      guard version >= needed else { return .absent(.needsVersion(needed)) }
    case .sqlcipher(let needed):
      guard let cipherVersion, cipherVersion >= needed else { return .absent(.needsSQLCipher(needed)) }
    case .neverBuiltIn:
      guard !self.options.isEmpty else { return .absent(.neverBuiltIn) }
    }
    return obstacle.map(FeatureStatus.absent) ?? .present
  }
}
