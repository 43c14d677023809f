#if Command
import Quarry
import QuarryConformance
import QuarryRemote
import RqliteStandIn

/// The driver of rqlite on a cluster of the stand-in: every database has three nodes of its own.
struct RqliteStandInUnderTest: ClusteredDriverUnderTest {
  let name = "rqlite on a stand-in"
  let kinds: Set<DriverKind> = [.remote, .shared, .dist]
  private let clusters = Protected<[String: RqliteCluster]>([:])

  func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
    try await cluster(of: request).driver(by: ClusterRoute())
  }

  func cluster(for request: DriverRequest) async throws -> (any ClusterUnderTest)? { try await cluster(of: request) }

  func remove(_ request: DriverRequest) async throws {
    await clusters.withLock { $0.removeValue(forKey: request.identifier) }?.standIn.close()
  }

  private func cluster(of request: DriverRequest) async throws -> RqliteCluster {
    guard request.path == nil, request.access == .readWriteCreate, request.key == .usual, request.library == nil else {
      throw DatabaseError(.unsupportedFeature, "a server opens its database in its own way")
    }
    if let cluster = clusters.withLock({ $0[request.identifier] }) { return cluster }
    let standIn = try await RqliteStandIn(nodes: 3)
    let cluster = RqliteCluster(standIn, addresses: await standIn.addresses)
    return clusters.withLock { clusters in
      if let other = clusters[request.identifier] { return other }
      clusters[request.identifier] = cluster
      return cluster
    }
  }
}

/// Three nodes, as the suite sees them.
struct RqliteCluster: ClusterUnderTest {
  let standIn: RqliteStandIn
  let addresses: [String]

  init(_ standIn: RqliteStandIn, addresses: [String]) {
    self.standIn = standIn
    self.addresses = addresses
  }

  var nodes: [String] { addresses.indices.map { "n\($0 + 1)" } }
  let controls = Set(ClusterControl.allCases)

  func levels(at node: String) -> Set<ClusterReadLevel> { [.strong, .eventual] }

  func driver(by route: ClusterRoute) async throws -> any DatabaseDriver {
    let places = try route.node.map { [addresses[try index($0)]] } ?? addresses
    let hosts = places.map { String($0.dropFirst("http://".count)) }.joined(separator: ",")
    var options = ["level=\(route.level == .eventual ? "none" : "linearizable")"]
    if let deadline = route.deadline {
      let milliseconds = Int64(deadline / .milliseconds(1))
      options += ["timeout=\(milliseconds)ms", "deadline=\(milliseconds)ms", "attempts=20"]
    }
    let others = addresses.map { $0.dropFirst("http://".count) }.filter { !hosts.contains($0) }
    if !others.isEmpty { options.append("trusted-hosts=\(others.joined(separator: ","))") }
    // Half of the clients are pointed to the leader, the others' calls are handed on.
    if route.node == "n2" { options.append("redirect=on") }
    let url = "rqlite+http://\(hosts)?\(options.joined(separator: "&"))"
    return try DriverRegistry([.rqliteHTTP]).driver(for: try DriverURL(url))
  }

  func leader() async throws -> String? { await standIn.leaderIndex.map { nodes[$0] } }

  func stepDown() async throws { await standIn.stepDown() }
  func stop(_ node: String) async throws { await standIn.stop(try index(node)) }
  func start(_ node: String) async throws { try await standIn.start(try index(node)) }
  func holdReplication(to node: String) async throws { await standIn.hold(try index(node)) }

  func cutQuorum() async throws -> [String] {
    let leader = await standIn.leaderIndex ?? 0
    for index in addresses.indices where index != leader { await standIn.stop(index) }
    return [nodes[leader]]
  }

  func heal() async throws {
    try await standIn.heal()
    while await standIn.leaderIndex == nil { try await Task.sleep(for: .milliseconds(5)) }
  }

  private func index(_ node: String) throws -> Int {
    guard let index = nodes.firstIndex(of: node) else { throw HarnessError("there is no node \(node)") }
    return index
  }
}
#endif
