import QuarryConformance

/// The parts of cases that use the interface of Quarry's engine layer.
enum EngineParts {
  static let all: [EngineLayerPart] =
    collations + connections + copies + errors + hooks + libraries + security + securityFiles + statements
    + EncryptionCases.encryptionParts + EncryptionCases.copyParts + LibraryGates.parts
}
