internal import Foundation

/// libSQL's client for Python, which talks to a server as a program that nobody of this project wrote.
public enum PythonClient {
  /// The folder of the package; `nil` when it was not obtained.
  public static let package: String? = {
    let path = PeerFolder.path + "/libsql"
    return FileManager.default.fileExists(atPath: path + "/obtained-by") ? path : nil
  }()

  /// Why the tests that need it do not run.
  public static var absence: String {
    "there is no libSQL client for Python: \(PeerFolder.reason(for: "libsql") ?? "Tests/Peers/get-libsql obtains it")"
  }

  /// Runs `use-libsql.py` against a server; gives what it wrote, and whether everything was right.
  public static func use(_ arguments: [String]) async throws -> (output: String, isRight: Bool) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("use-libsql.py")
    process.arguments = ["python3", script.path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONPATH": package ?? ""]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return await withCheckedContinuation { continuation in
      // A thread of its own: waiting must not take one from those that the server answers on.
      Thread.detachNewThread {
        let output = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        continuation.resume(returning: (String(decoding: output, as: UTF8.self), process.terminationStatus == 0))
      }
    }
  }
}
