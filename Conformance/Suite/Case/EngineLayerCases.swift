/// An engine layer with the parts of cases that use its own interface.
public protocol EngineLayerCases: EngineLayer {
  /// The parts, at most one for each case.
  var parts: [EngineLayerPart] { get }
}

/// The part of a case that uses an ``EngineLayer``.
public struct EngineLayerPart: Sendable, Identifiable {
  /// The identifier of the case.
  public let id: String
  /// The code of the part.
  public let body: ConformanceCase.Body

  /// Creates the part of a case.
  public init(_ id: String, _ body: @escaping ConformanceCase.Body) {
    self.id = id
    self.body = body
  }
}

extension CaseContext {
  /// Runs the part of the case for the engine layer of a driver of kind `local`.
  ///
  /// - Throws: The error of the part. If the layer has no such part, the case fails.
  public func runEngineLayerPart() async throws {
    let layer = driver.engineLayer as? any EngineLayerCases
    guard let part = layer?.parts.first(where: { $0.id == conformanceCase.id }) else {
      fail(
        "a driver of kind local has an engine layer with the part of the case (DriverUnderTest.engineLayer)",
        expected: conformanceCase.id, actual: layer == nil ? "no engine layer" : "no such part")
      throw Stopped()
    }
    try await part.body(self)
  }
}

extension ConformanceCase {
  /// The body of a case that runs only on an ``EngineLayer``.
  static let inEngineLayer: Body = { try await $0.runEngineLayerPart() }
}
