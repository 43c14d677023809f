/// An engine layer that brings the programs of the cases that use its own interface.
public protocol EngineLayerCases: EngineLayer {
  /// The programs, at most one for each case.
  var parts: [EngineLayerPart] { get }
}

/// What a case does with an ``EngineLayer``: all of it, or one part.
public struct EngineLayerPart: Sendable, Identifiable {
  /// The identifier of the case.
  public let id: String
  /// What runs.
  public let body: ConformanceCase.Body

  /// Creates the part of a case.
  public init(_ id: String, _ body: @escaping ConformanceCase.Body) {
    self.id = id
    self.body = body
  }
}

extension CaseContext {
  /// Runs what the case does with the layer behind a driver of kind `local`.
  ///
  /// - Throws: What the part throws. A driver whose harness has no such part fails the case.
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
  /// The body of a case that runs on an ``EngineLayer`` alone.
  static let inEngineLayer: Body = { try await $0.runEngineLayerPart() }
}
