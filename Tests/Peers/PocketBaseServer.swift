internal import Foundation
internal import QuarryRemote
internal import TestSupport

/// A real PocketBase on loopback with a fresh data folder and one superuser, for as long as the value lives.
public final class PocketBaseServer: Sendable {
  /// Where it is.
  public let url: String
  /// The address of the superuser.
  public static let superuser = "root@example.com"
  /// The password of the superuser.
  public let password = "root-" + UUID().uuidString
  private let process: Process
  private let folder: TemporaryFolder

  /// The program: what `QUARRY_TEST_POCKETBASE` names, what `get-pocketbase` obtained, or `pocketbase` in the path; `nil`
  /// when there is none.
  public static let program: String? = {
    if let named = Surroundings.variable("QUARRY_TEST_POCKETBASE") { return named }
    let obtained = PeerFolder.path + "/pocketbase"
    return FileManager.default.isExecutableFile(atPath: obtained) ? obtained : programs("pocketbase").first
  }()

  /// Why the tests that need it do not run.
  public static var absence: String {
    "there is no PocketBase: \(PeerFolder.reason(for: "pocketbase") ?? "Tests/Peers/get-pocketbase obtains it")"
  }

  /// The server does not start.
  public struct NotStarted: Error {}

  /// Starts a server and waits until it answers.
  public init() async throws {
    guard let program = PocketBaseServer.program else { throw NotStarted() }
    let folder = try TemporaryFolder()
    self.folder = folder
    let options = ["--dir", folder.file("data"), "--automigrate=false", "--hooksWatch=false"]
    let others = ["hooks", "migrations", "public"].flatMap { ["--\($0)Dir", folder.file($0)] }
    func started(_ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments + options + others
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    let creation = try started(["superuser", "upsert", PocketBaseServer.superuser, password])
    while creation.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    guard creation.terminationStatus == 0 else { throw NotStarted() }

    let transport = CurlTransport()
    for _ in 0..<20 {
      let port = Int.random(in: 20_000..<60_000)
      let process = try started(["serve", "--http", "127.0.0.1:\(port)"])
      for _ in 0..<1200 where process.isRunning {
        let health = HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/api/health")
        if let answer = try? await transport.send(health), answer.status == 200, process.isRunning {
          self.process = process
          url = "http://127.0.0.1:\(port)"
          return
        }
        try await Task.sleep(for: .milliseconds(10))
      }
      // A port was taken, or the server is very slow.
      kill(process.processIdentifier, SIGKILL)
    }
    throw NotStarted()
  }

  /// The path of the server's own database.
  public var database: String { folder.file("data/data.db") }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }
}
