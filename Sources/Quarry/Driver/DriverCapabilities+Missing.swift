extension DriverCapabilities {
  /// Whether the connection declares that it lacks a capability.
  public func lacks(_ capability: MissingCapability) -> Bool {
    switch capability {
    case .interactiveTransactions: transactions != .interactive
    case .exactIntegers: !exactIntegers
    case .blobs: !blobs
    case .infinities: !infinities
    case .attach: !attach
    case .zeroBytes: !zeroBytes
    case .exactOutcomes: !exactOutcomes
    case .statementEffects: !statementEffects
    case .longStatements: isShort(\.parameters) || isShort(\.sqlBytes)
    case .largeValues: isShort(\.valueBytes)
    case .wideResults: isShort(\.columns) || limits.resultHeaderBytes < .max
    case .longBatches: limits.batchStatements < .max
    case .connectionState: connectionSettings != .kept || lacking.contains(capability)
    default: lacking.contains(capability)
    }
  }

  /// Whether a limit is lower than the engine's, or than every engine's.
  private func isShort(_ limit: KeyPath<EngineLimits, Int>) -> Bool {
    limits[keyPath: limit] < (engineLimits ?? EngineLimits())[keyPath: limit]
  }
}
