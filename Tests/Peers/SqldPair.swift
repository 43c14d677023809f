internal import Foundation
internal import Quarry
internal import QuarryRemote
internal import TestSupport

/// Two real servers of libSQL on loopback, a primary and its replica, each of which can be ended and started again with
/// its data. They end with the value.
public final class SqldPair: Sendable {
  /// One of the two.
  public enum Node: String, Sendable, CaseIterable {
    /// Takes writes.
    case primary
    /// Answers reads from its copy and forwards writes.
    case replica
  }

  private let folder: TemporaryFolder
  private let port: Int
  private let processes = Protected<[Node: Process]>([:])
  private let transport = CurlTransport()

  /// Starts both and waits until they answer.
  public init() async throws {
    folder = try TemporaryFolder()
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<60_000)
      guard let primary = try await SqldPair.started(.primary, port, folder, transport) else { continue }
      guard let replica = try await SqldPair.started(.replica, port, folder, transport) else {
        kill(primary.processIdentifier, SIGKILL)
        continue
      }
      self.port = port
      processes.withLock { $0 = [.primary: primary, .replica: replica] }
      return
    }
    throw SqldServer.NotStarted()
  }

  deinit { stopAll() }

  /// Where a node is: host and port.
  public func address(of node: Node) -> String { SqldPair.address(of: node, port) }

  /// Ends a node as a crash would, and waits until it is gone.
  public func stop(_ node: Node) async throws {
    guard let process = processes.withLock({ $0.removeValue(forKey: node) }) else { return }
    kill(process.processIdentifier, SIGKILL)
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Starts a node that was ended, and waits until it answers.
  public func start(_ node: Node) async throws {
    guard processes.withLock({ $0[node] }) == nil else { return }
    for _ in 0..<5 {
      guard let process = try await SqldPair.started(node, port, folder, transport) else { continue }
      return processes.withLock { $0[node] = process }
    }
    throw SqldServer.NotStarted()
  }

  /// Ends both for good.
  public func stopAll() {
    for process in processes.withLock({ $0.values }) where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
    }
  }

  private static func address(of node: Node, _ port: Int) -> String {
    "127.0.0.1:\(node == .primary ? port : port + 1)"
  }

  /// A node that answers; `nil` when a port is taken.
  private static func started(
    _ node: Node, _ port: Int, _ folder: TemporaryFolder, _ transport: CurlTransport
  ) async throws -> Process? {
    guard let program = SqldServer.program else { throw SqldServer.NotStarted() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    let between = "127.0.0.1:\(port + 2)"
    process.arguments =
      [
        "--no-welcome", "-d", folder.file(node.rawValue), "--http-listen-addr",
        address(of: node, port),
      ] + (node == .primary ? ["--grpc-listen-addr", between] : ["--primary-grpc-url", "http://" + between])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<1200 where process.isRunning {
      let health = HTTPRequest(method: "GET", url: "http://\(address(of: node, port))/health")
      if let answer = try? await transport.send(health), answer.status == 200 { return process }
      try await Task.sleep(for: .milliseconds(25))
    }
    kill(process.processIdentifier, SIGKILL)
    return nil
  }
}
