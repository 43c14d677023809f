public import Quarry

/// Several nodes with one database: how to reach each node, and how to control it.
///
/// ``heal()`` undoes everything that a case does. The suite also calls it after the case.
public protocol ClusterUnderTest: Sendable {
  /// The names of the nodes, at least two.
  var nodes: [String] { get }

  /// The supported controls. A case that needs another one is reported as not applicable.
  var controls: Set<ClusterControl> { get }

  /// Returns how current reads on a node can be, as declared by the driver.
  func levels(at node: String) -> Set<ClusterReadLevel>

  /// Creates a driver for the database with another route.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the driver doesn't support the route.
  func driver(by route: ClusterRoute) async throws -> any DatabaseDriver

  /// Returns the node that accepts writes, or `nil` while there is none.
  ///
  /// - Throws: Any error if the nodes can't be asked.
  func leader() async throws -> String?

  /// Makes the leader transfer its role to another node in a regular way. For ``ClusterControl/stepDown``.
  ///
  /// - Throws: Any error if it isn't possible.
  func stepDown() async throws

  /// Stops a node like a crash would. For ``ClusterControl/stopNodes``.
  ///
  /// - Throws: Any error if it isn't possible.
  func stop(_ node: String) async throws

  /// Restarts a stopped node with its data, and waits until it answers. For ``ClusterControl/stopNodes``.
  ///
  /// - Throws: Any error if it isn't possible.
  func start(_ node: String) async throws

  /// Stops nodes until the cluster can't accept writes. For ``ClusterControl/cutQuorum``.
  ///
  /// - Returns: The running nodes.
  /// - Throws: Any error if it isn't possible.
  func cutQuorum() async throws -> [String]

  /// Stops replication to a node that continues to run and answer. For ``ClusterControl/holdReplication``.
  ///
  /// - Throws: Any error if it isn't possible.
  func holdReplication(to node: String) async throws

  /// Starts every node, resumes replication, and waits until the cluster accepts writes again.
  ///
  /// - Throws: Any error if it isn't possible.
  func heal() async throws
}

extension ClusterUnderTest {
  /// Throws, unless the harness implements it.
  ///
  /// - Throws: ``HarnessError``.
  public func stepDown() async throws { throw HarnessError("the harness can't make the leader step down") }
  /// Throws, unless the harness implements it.
  ///
  /// - Throws: ``HarnessError``.
  public func stop(_ node: String) async throws { throw HarnessError("the harness can't stop a node") }
  /// Throws, unless the harness implements it.
  ///
  /// - Throws: ``HarnessError``.
  public func start(_ node: String) async throws { throw HarnessError("the harness can't start a node") }
  /// Throws, unless the harness implements it.
  ///
  /// - Throws: ``HarnessError``.
  public func cutQuorum() async throws -> [String] { throw HarnessError("the harness can't cut a quorum") }
  /// Throws, unless the harness implements it.
  ///
  /// - Throws: ``HarnessError``.
  public func holdReplication(to node: String) async throws {
    throw HarnessError("the harness can't stop replication to a node")
  }
}
