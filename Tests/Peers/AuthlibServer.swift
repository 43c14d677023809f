internal import Foundation
internal import TestSupport

/// An authorization server of Authlib on loopback, for as long as the value lives.
public final class AuthlibServer: Sendable {
  /// Its identifier and address.
  public let issuer: String
  private let process: Process
  /// The server ends when this does.
  private let input: Pipe

  /// The redirect URI that its client is registered with.
  public static let redirectURI = "http://127.0.0.1:4711/signed-in"

  /// The folder of the packages; `nil` when they were not obtained.
  public static let package: String? = {
    let path = PeerFolder.path + "/authlib"
    return FileManager.default.fileExists(atPath: path + "/obtained-by") ? path : nil
  }()

  /// Why the tests that need it do not run.
  public static var absence: String {
    "there is no Authlib for Python: \(PeerFolder.reason(for: "authlib") ?? "Tests/Peers/get-authlib obtains it")"
  }

  /// The server does not start.
  public struct NotStarted: Error {}

  /// Starts a server and waits until it listens.
  public init() async throws {
    guard let package = AuthlibServer.package else { throw NotStarted() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    process.arguments = ["python3", folder.appendingPathComponent("serve-authlib.py").path]
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONPATH": package]) { $1 }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    self.input = input
    let handle = output.fileHandleForReading
    let line = try await onThread { String(decoding: handle.availableData, as: UTF8.self) }
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NotStarted() }
    issuer = "http://127.0.0.1:\(port)"
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}
