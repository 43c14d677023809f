public import Quarry

/// A good driver with one defect, as a driver under test.
public struct MutantUnderTest: ClusteredDriverUnderTest, ObservingDriverUnderTest {
  let base: any DriverUnderTest
  /// The defect.
  public let mutation: Mutation

  /// Builds a defect into a driver.
  public init(_ mutation: Mutation, in base: any DriverUnderTest) {
    self.mutation = mutation
    self.base = base
  }

  /// The name of the good driver, with the defect as a prefix.
  public var name: String { "mutant:\(mutation.id)+\(base.name)" }
  /// The version of the good driver.
  public var version: String { base.version }
  /// Whether the good driver has a separate database for each case.
  public var isolatesCases: Bool { base.isolatesCases }
  /// The peculiarities of the good driver's server.
  public var peculiarities: Set<ServerPeculiarity> { base.peculiarities }
  /// The known deviations of the good driver.
  public var deviations: DeviationManifest { base.deviations }
  /// The URL of the good driver, with the defect as a prefix.
  public var url: String { "mutant:\(mutation.id)+\(base.url)" }
  /// How the good driver starts second processes.
  public var processLauncher: ProcessLauncher? { base.processLauncher }
  /// The kinds of the good driver, without those that bypass the connection, such as the engine's library.
  public var kinds: Set<DriverKind> { base.kinds.subtracting([.local, .dlopen]) }

  /// Wraps the good driver.
  ///
  /// - Throws: The error of the good driver.
  public func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
    Self.mutant(of: try await base.driver(for: request), mutation, base.engineLayer)
  }

  /// Removes what the good driver created.
  ///
  /// - Throws: The error of the good driver.
  public func remove(_ request: DriverRequest) async throws { try await base.remove(request) }

  /// Returns the nodes of the good driver, each behind a broken one; `nil` if it has none.
  ///
  /// - Throws: The error of the good driver.
  public func cluster(for request: DriverRequest) async throws -> (any ClusterUnderTest)? {
    guard let clustered = base as? any ClusteredDriverUnderTest, let cluster = try await clustered.cluster(for: request)
    else { return nil }
    return MutantCluster(base: cluster, mutation: mutation, engineLayer: base.engineLayer)
  }

  /// How the databases of the broken driver are observed.
  public var observationDefect: ObservationDefect? { mutation.hooks.observation }

  static func mutant(of driver: some DatabaseDriver, _ mutation: Mutation, _ engineLayer: (any EngineLayer)?)
    -> any DatabaseDriver
  {
    MutantDriver(base: driver, hooks: mutation.hooks, engineLayer: engineLayer)
  }
}

/// A driver that wraps another one and changes what it forwards.
struct MutantDriver<Base: DatabaseDriver>: ForwardingDriver {
  let base: Base
  let hooks: MutantHooks
  let engineLayer: (any EngineLayer)?

  nonisolated(nonsending) func open(
    _ role: ConnectionRole
  ) async throws(DatabaseError) -> sending MutantConnection<Base.Connection> {
    let connection = try await base.open(role)
    if let opening = hooks.opening, let prepared = try await connection.prepare(opening) {
      try prepared.statement.start([])
      _ = try await prepared.statement.step(into: SQLRowBatch(), limit: 1)
      prepared.statement.finalize()
    }
    if hooks.crashesInFunction {
      try engineLayer?.connection(connection)?.replaceFunction("abs", argumentCount: 1) { values in
        if values == [.integer(.min)] { Signal.abort() }
        return values.first ?? .null
      }
    }
    return MutantConnection(base: connection, hooks: hooks)
  }
}

/// The nodes of a good driver, each behind a broken one.
private struct MutantCluster: ClusterUnderTest {
  let base: any ClusterUnderTest
  let mutation: Mutation
  let engineLayer: (any EngineLayer)?

  var nodes: [String] { base.nodes }
  var controls: Set<ClusterControl> { base.controls }
  func levels(at node: String) -> Set<ClusterReadLevel> { base.levels(at: node) }
  func driver(by route: ClusterRoute) async throws -> any DatabaseDriver {
    MutantUnderTest.mutant(of: try await base.driver(by: route), mutation, engineLayer)
  }
  func leader() async throws -> String? { try await base.leader() }
  func stepDown() async throws { try await base.stepDown() }
  func stop(_ node: String) async throws { try await base.stop(node) }
  func start(_ node: String) async throws { try await base.start(node) }
  func cutQuorum() async throws -> [String] { try await base.cutQuorum() }
  func holdReplication(to node: String) async throws { try await base.holdReplication(to: node) }
  func heal() async throws { try await base.heal() }
}
