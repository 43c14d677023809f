public import Quarry

/// The route of the good driver, if the suite can choose it.
extension MutantUnderTest: RoutedDriverUnderTest {
  private var routed: (any RoutedDriverUnderTest)? { base as? any RoutedDriverUnderTest }

  /// The server of the good driver; `nil` if its route can't be chosen.
  public var server: (host: String, port: UInt16)? { routed?.server }
  /// Whether the good driver speaks HTTP/1.1.
  public var speaksHTTP: Bool { routed?.speaksHTTP ?? true }
  /// Whether the good driver's server serializes calls with the same key.
  public var serialisesKeys: Bool { routed?.serialisesKeys ?? false }

  /// Wraps the good driver on a route.
  ///
  /// - Throws: The error of the good driver; ``HarnessError`` if its route can't be chosen.
  public func driver(for request: DriverRequest, by route: DriverRoute) async throws -> any DatabaseDriver {
    guard let routed else {
      throw DatabaseError(.unsupportedFeature, "the harness cannot lead the driver another way")
    }
    return Self.mutant(of: try await routed.driver(for: request, by: route), mutation, base.engineLayer)
  }
}
