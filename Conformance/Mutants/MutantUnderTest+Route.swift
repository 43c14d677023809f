public import Quarry

/// The way of the good driver, where the suite can choose it.
extension MutantUnderTest: RoutedDriverUnderTest {
  private var routed: (any RoutedDriverUnderTest)? { base as? any RoutedDriverUnderTest }

  /// The server of the good driver; `nil` when its way cannot be chosen.
  public var server: (host: String, port: UInt16)? { routed?.server }
  /// Whether the good driver speaks HTTP/1.1.
  public var speaksHTTP: Bool { routed?.speaksHTTP ?? true }
  /// What is known of the server.
  public var serialisesKeys: Bool { routed?.serialisesKeys ?? false }

  /// Makes the good driver on a way and wraps it.
  public func driver(for request: DriverRequest, by route: DriverRoute) async throws -> any DatabaseDriver {
    guard let routed else {
      throw DatabaseError(.unsupportedFeature, "the harness cannot lead the driver another way")
    }
    return Self.mutant(of: try await routed.driver(for: request, by: route), mutation, base.engineLayer)
  }
}
