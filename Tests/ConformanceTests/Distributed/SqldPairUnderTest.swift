#if Command
import Quarry
import QuarryConformance
import QuarryRemote
import TestPeers

/// The driver of Hrana on a primary and a replica of libSQL's server: every database has a pair of its own.
struct SqldPairUnderTest: ClusteredDriverUnderTest {
  let name = "hrana on a primary and a replica"
  let kinds: Set<DriverKind> = [.remote, .shared, .dist]
  private let pairs = Protected<[String: SqldPair]>([:])

  func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
    try await SqldPairCluster(pair(for: request)).driver(by: ClusterRoute())
  }

  func cluster(for request: DriverRequest) async throws -> (any ClusterUnderTest)? {
    SqldPairCluster(try await pair(for: request))
  }

  func remove(_ request: DriverRequest) async throws {
    pairs.withLock { $0.removeValue(forKey: request.identifier) }?.stopAll()
  }

  private func pair(for request: DriverRequest) async throws -> SqldPair {
    guard request.path == nil, request.access == .readWriteCreate, request.key == .usual, request.library == nil else {
      throw DatabaseError(.unsupportedFeature, "a server opens its database in its own way")
    }
    if let pair = pairs.withLock({ $0[request.identifier] }) { return pair }
    let pair = try await SqldPair()
    return pairs.withLock { pairs in
      if let other = pairs[request.identifier] { return other }
      pairs[request.identifier] = pair
      return pair
    }
  }
}

/// A primary and its replica, as the suite sees them. Writes are taken while the primary runs; no other node takes its
/// place.
struct SqldPairCluster: ClusterUnderTest {
  private let pair: SqldPair

  init(_ pair: SqldPair) { self.pair = pair }

  let nodes = SqldPair.Node.allCases.map(\.rawValue)
  let controls: Set<ClusterControl> = [.stopNodes, .cutQuorum]

  func levels(at node: String) -> Set<ClusterReadLevel> {
    node == SqldPair.Node.primary.rawValue ? [.strong] : [.eventual]
  }

  func driver(by route: ClusterRoute) async throws -> any DatabaseDriver {
    let node = try route.node.map(known) ?? .primary
    if let level = route.level, !levels(at: node.rawValue).contains(level) {
      throw DatabaseError(.unsupportedFeature, "the \(node) does not answer reads at the level \(level)")
    }
    // A write hangs while the primary is away; what a client waits at most is its own affair.
    let time = route.deadline ?? .seconds(20)
    let milliseconds = Int64(time / .milliseconds(1))
    let url = "hrana+http://\(pair.address(of: node))?timeout=\(milliseconds)ms&deadline=\(milliseconds)ms"
    return try DriverRegistry([.hranaHTTP]).driver(for: try DriverURL(url))
  }

  func leader() async throws -> String? { SqldPair.Node.primary.rawValue }
  func stop(_ node: String) async throws { try await pair.stop(known(node)) }
  func start(_ node: String) async throws { try await pair.start(known(node)) }

  func cutQuorum() async throws -> [String] {
    try await pair.stop(.primary)
    return [SqldPair.Node.replica.rawValue]
  }

  func heal() async throws {
    // A replica that was killed at a bad moment stays behind for good until it starts again with its primary there.
    try await pair.stop(.replica)
    for node in SqldPair.Node.allCases { try await pair.start(node) }
    var last: (any Error)?
    for _ in 0..<60 {
      do {
        for node in nodes {
          let driver = try await driver(by: ClusterRoute(node: node, deadline: .seconds(2)))
          let database = try await Database(driver)
          defer { Task { await database.close() } }
          try await database.write { transaction in
            _ = try await transaction.fetchAll(("SELECT count(*) FROM sqlite_master" as SQLFragment).rows())
          }
        }
        return
      } catch {
        last = error
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    if let last { throw last }
  }

  private func known(_ name: String) throws -> SqldPair.Node {
    guard let node = SqldPair.Node(rawValue: name) else { throw HarnessError("there is no node \(name)") }
    return node
  }
}
#endif
