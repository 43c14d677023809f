extension FeatureDescription {
  /// Returns whether an engine should have the feature, judged by its version and compile options alone.
  ///
  /// The rule is almost always right. If you can, ask the engine with ``FeatureProber`` instead.
  ///
  /// - Parameters:
  ///   - version: The version of SQLite in the engine.
  ///   - cipherVersion: The version of SQLCipher; `nil` if the engine isn't SQLCipher.
  ///   - options: The options that the engine lists; `nil` if it has no such list. Then everything that depends on an
  ///     option is unknown. An empty list means a default build.
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
