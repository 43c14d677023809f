extension SQLGenerationContext {
  /// Whether a feature can be used directly. If not, the caller renders its equivalent.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks the feature and the policy forbids
  ///   equivalents.
  func isNative(_ feature: SQLFeature, for purpose: String) throws(DatabaseError) -> Bool {
    if engine.supports(feature) { return true }
    guard policy == .lower else {
      throw unsupported(
        feature, for: purpose, because: "an equivalent form may exist, but the policy .strict doesn't allow it")
    }
    noteLowering?(feature)
    return false
  }

  /// Throws unless the engine has a feature that has no equivalent.
  func require(_ feature: SQLFeature, for purpose: String) throws(DatabaseError) {
    if !engine.supports(feature) { throw unsupported(feature, for: purpose) }
  }

  /// Returns the error: what was wanted, which feature it needs, why the engine doesn't have it, and what to do.
  func unsupported(_ feature: SQLFeature, for purpose: String, because detail: String? = nil) -> DatabaseError {
    var message = "\(purpose) needs \(feature.details.title) (\(feature.id)), "
    message += "which \(engine) doesn't have: \(engine.explanation(for: feature) ?? "unknown")"
    if let detail { message += "; \(detail)" }
    return DatabaseError(.unsupportedFeature, message)
  }
}
