extension Capabilities {
  /// Whether the connection declares that it lacks something.
  public func lacks(_ capability: MissingCapability) -> Bool {
    switch capability {
    case .interactiveTransactions: transactions != .interactive
    case .exactIntegers: !exactIntegers
    case .blobs: !blobs
    case .infinities: !infinities
    case .attach: !attach
    case .longStatements: limits.parameters < EngineLimits().parameters || limits.sqlBytes < EngineLimits().sqlBytes
    case .longBatches: limits.batchStatements < .max
    case .connectionState: connectionSettings != .kept || lacking.contains(capability)
    default: lacking.contains(capability)
    }
  }
}
