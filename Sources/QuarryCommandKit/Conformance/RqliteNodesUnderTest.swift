#if Command
internal import Quarry
internal import QuarryConformance
internal import QuarryDrivers
internal import QuarryRemote
internal import QuarryWire

extension RemoteDriverUnderTest: ClusteredDriverUnderTest {
  func cluster(for request: DriverRequest) async throws -> (any ClusterUnderTest)? {
    guard let nodes = RqliteNodesUnderTest(url) else { return nil }
    // Makes the database the case's own.
    _ = try await driver(for: request)
    return nodes
  }
}

/// The nodes of a URL's rqlite cluster. Over HTTP a leader can only be made to step down.
struct RqliteNodesUnderTest: ClusterUnderTest {
  let nodes: [String]
  let controls: Set<ClusterControl> = [.stepDown]
  private let scheme: String
  private let options: [String]
  private let transport = CurlTransport()

  /// - Returns: `nil` for another driver, and for a URL with one node.
  init?(_ text: String) {
    guard let url = try? DriverURL(text), let authority = url.authority,
      (try? DriverRegistry.standard.driver(for: url)) is RqliteDriver
    else { return nil }
    nodes = authority.split(separator: ",").map(String.init)
    guard nodes.count > 1 else { return nil }
    scheme = url.scheme
    let chosen: Set<String> = ["level", "timeout", "deadline", "attempts"]
    options = url.options.filter { !chosen.contains($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
  }

  func levels(at node: String) -> Set<ClusterReadLevel> { [.strong, .eventual] }

  func driver(by route: ClusterRoute) async throws -> any DatabaseDriver {
    let milliseconds = Int64((route.deadline ?? .seconds(30)) / .milliseconds(1))
    let options =
      options + [
        "level=\(route.level == .eventual ? "none" : "linearizable")", "timeout=\(milliseconds)ms",
        "deadline=\(milliseconds)ms", "attempts=20",
      ]
    let authority = route.node ?? nodes.joined(separator: ",")
    // A node may point to any other one of the cluster.
    let others = nodes.filter { $0 != route.node }.joined(separator: ",")
    let trusted = route.node == nil || others.isEmpty ? [] : ["trusted-hosts=\(others)"]
    return try DriverRegistry.standard.driver(
      for: try DriverURL("\(scheme)://\(authority)?\((options + trusted).joined(separator: "&"))"))
  }

  func leader() async throws -> String? {
    for node in nodes {
      let answer = try? await transport.send(HTTPRequest(method: "GET", url: "\(carrier)://\(node)/leader"))
      guard let answer, answer.status == 200, let address = (try? JSONValue(answer.body))?["api_addr"]?.string else {
        continue
      }
      return nodes.first { address.hasSuffix("//\($0)") }
    }
    return nil
  }

  func stepDown() async throws {
    // Whoever is asked hands it on; while there is no leader, there is none that could step down.
    for node in nodes {
      let answer = try? await transport.send(
        HTTPRequest(method: "POST", url: "\(carrier)://\(node)/leader", body: []))
      if answer?.status == 200 { return }
    }
  }

  func heal() async throws {
    let database = try await Database(try await driver(by: ClusterRoute()))
    defer { Task { await database.close() } }
    _ = try await database.fetchAll(("SELECT 1" as SQLFragment).rows())
  }

  private var carrier: String { DriverRegistry.standard[scheme]?.encryptedScheme == nil ? "https" : "http" }
}
#endif
