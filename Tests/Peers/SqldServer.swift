internal import Foundation
internal import QuarryRemote
internal import TestSupport

/// A real server of libSQL on loopback, in a folder of its own, for as long as the value lives.
public final class SqldServer: Sendable {
  /// Where it is.
  public let url: String
  /// Where its databases are made and dropped; empty when it has one database.
  public let administration: String
  private let process: Process
  private let folder: TemporaryFolder

  /// The program: what `QUARRY_TEST_SQLD` names, what `get-sqld` obtained, or `sqld` in the path; `nil` when there is
  /// none.
  public static let program: String? = {
    if let named = Surroundings.variable("QUARRY_TEST_SQLD") { return named }
    let obtained = PeerFolder.path + "/sqld"
    return FileManager.default.isExecutableFile(atPath: obtained) ? obtained : programs("sqld").first
  }()

  /// Why the tests that need it do not run.
  public static var absence: String {
    "there is no sqld: \(PeerFolder.reason(for: "sqld") ?? "Tests/Peers/get-sqld obtains it")"
  }

  /// The server does not start.
  public struct NotStarted: Error {}

  /// Starts a server and waits until it answers.
  ///
  /// - Parameters:
  ///   - arguments: further arguments of the program.
  ///   - hasNamespaces: whether it has any number of databases, each reached by the first label of the host, instead of
  ///     one.
  public init(_ arguments: [String] = [], hasNamespaces: Bool = false) async throws {
    guard let program = SqldServer.program else { throw NotStarted() }
    folder = try TemporaryFolder()
    let transport = CurlTransport()
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<60_000)
      let administration = hasNamespaces ? "127.0.0.1:\(port + 1)" : ""
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments =
        [
          "--no-welcome", "-d", folder.file("db"), "--http-listen-addr", "127.0.0.1:\(port)",
        ]
        + (hasNamespaces
          ? [
            "--enable-namespaces", "--admin-listen-addr", administration, "--max-active-namespaces", "1000",
            "--max-concurrent-connections", "1024",
          ] : [])
        + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      for _ in 0..<1200 where process.isRunning {
        let health = HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/health")
        if let answer = try? await transport.send(health), answer.status == 200 {
          self.process = process
          self.administration = administration
          url = hasNamespaces ? "http://*.localhost:\(port)" : "http://127.0.0.1:\(port)"
          return
        }
        try await Task.sleep(for: .milliseconds(25))
      }
      // A port was taken, or the server is very slow.
      kill(process.processIdentifier, SIGKILL)
    }
    throw NotStarted()
  }

  /// The number of its process.
  public var identifier: Int32 { process.processIdentifier }

  deinit {
    // Asked to end, it would wait for its connections; waiting for it would hold up a thread of the pool.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
