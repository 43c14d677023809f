internal import Foundation
internal import TestSupport

/// libSQL's clients for Python, which talk to a server as programs that nobody of this project wrote.
public enum PythonClient: String, Sendable, CaseIterable {
  /// The client of today: it speaks version 3 over HTTP.
  case libsql
  /// The older one: it speaks version 1 over HTTP, and version 2 over WebSocket.
  case libsqlClient = "libsql-client"

  /// The folder of the package; `nil` when it was not obtained.
  public var package: String? {
    let path = PeerFolder.path + "/" + rawValue
    return FileManager.default.fileExists(atPath: path + "/obtained-by") ? path : nil
  }

  /// Why the tests that need it do not run.
  public var absence: String {
    "there is no \(rawValue) for Python: \(PeerFolder.reason(for: rawValue) ?? "Tests/Peers/get-libsql \(rawValue) obtains it")"
  }

  /// Runs the client's script against a server; gives what it wrote, and whether everything was right.
  public func use(_ arguments: [String]) async throws -> (output: String, isRight: Bool) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    process.arguments = ["python3", folder.appendingPathComponent("use-\(rawValue).py").path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONPATH": package ?? ""]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return try await onThread {
      let output = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
      process.waitUntilExit()
      return (String(decoding: output, as: UTF8.self), process.terminationStatus == 0)
    }
  }
}
