import Foundation
import QuarryRemote
import Testing

/// A real server of the protocol on loopback, in a folder of its own, for as long as the value lives.
final class SqldServer: Sendable {
  let url: String
  private let process: Process
  private let folder: URL

  /// The program: what `QUARRY_TEST_SQLD` names, or `sqld` in the path; `nil` when there is none.
  static let program: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["QUARRY_TEST_SQLD"] { return named }
    return (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/sqld" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Why the tests that need it do not run.
  static let absence: Comment = "there is no sqld: name the program in QUARRY_TEST_SQLD"

  /// Starts a server and waits until it answers.
  init(_ arguments: [String] = []) async throws {
    let program = try #require(SqldServer.program)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("quarry-sqld-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let transport = CurlTransport()
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<60_000)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments =
        [
          "--no-welcome", "-d", folder.appendingPathComponent("db").path, "--http-listen-addr", "127.0.0.1:\(port)",
        ] + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      for _ in 0..<200 where process.isRunning {
        let health = HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/health")
        if let answer = try? await transport.send(health), answer.status == 200 {
          self.process = process
          url = "http://127.0.0.1:\(port)"
          return
        }
        try await Task.sleep(for: .milliseconds(25))
      }
      // The port was taken, or the server is very slow.
      kill(process.processIdentifier, SIGKILL)
    }
    throw CancellationError()
  }

  deinit {
    // Asked to end, it would wait for its connections; waiting for it would hold up a thread of the pool.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }
}
