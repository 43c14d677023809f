public import Quarry

/// Several nodes that hold one database: how each is asked, and what can be done to them.
///
/// Whatever a case does is undone by ``heal()``, which the suite calls after the case too.
public protocol ClusterUnderTest: Sendable {
  /// The names of the nodes, at least two.
  var nodes: [String] { get }

  /// What can be done to the nodes. A case that needs something else is reported as not applicable.
  var controls: Set<ClusterControl> { get }

  /// How current reads can be when they are asked of a node, as the driver declares it.
  func levels(at node: String) -> Set<ClusterReadLevel>

  /// Makes a driver for the database that goes another way than the usual one.
  ///
  /// - Throws: ``DatabaseError``; `.unsupportedFeature` when the driver cannot do what the route asks for.
  func driver(by route: ClusterRoute) async throws -> any DatabaseDriver

  /// The node that takes writes, or `nil` while there is none.
  func leader() async throws -> String?

  /// Has the leader hand over to another node, in order. For ``ClusterControl/stepDown``.
  func stepDown() async throws

  /// Ends a node as a crash would. For ``ClusterControl/stopNodes``.
  func stop(_ node: String) async throws

  /// Starts a stopped node again, with its data, and waits until it answers. For ``ClusterControl/stopNodes``.
  func start(_ node: String) async throws

  /// Stops as many nodes as it takes until no write can be taken. For ``ClusterControl/cutQuorum``.
  ///
  /// - Returns: the nodes that go on.
  func cutQuorum() async throws -> [String]

  /// Keeps writes from a node that runs on and answers. For ``ClusterControl/holdReplication``.
  func holdReplication(to node: String) async throws

  /// Starts every node, lets all writes through, and waits until the cluster takes writes again.
  func heal() async throws
}

extension ClusterUnderTest {
  /// Not possible unless the harness says how.
  public func stepDown() async throws { throw HarnessError("the harness cannot make the leader step down") }
  /// Not possible unless the harness says how.
  public func stop(_ node: String) async throws { throw HarnessError("the harness cannot stop a node") }
  /// Not possible unless the harness says how.
  public func start(_ node: String) async throws { throw HarnessError("the harness cannot start a node") }
  /// Not possible unless the harness says how.
  public func cutQuorum() async throws -> [String] { throw HarnessError("the harness cannot cut a quorum") }
  /// Not possible unless the harness says how.
  public func holdReplication(to node: String) async throws {
    throw HarnessError("the harness cannot hold writes back from a node")
  }
}
