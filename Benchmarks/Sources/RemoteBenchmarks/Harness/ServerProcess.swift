import Foundation
import Quarry
import QuarryRemote
import QuarrySQLite
import QuarryServer

/// A server to measure against.
enum ServerKind: Sendable, Hashable {
  case quarry
  case sqld(String)
  /// One that runs already, at this address; the table is made anew there.
  case running(String)

  static func all(_ options: Options) -> [ServerKind] {
    if let url = options.url { return [.running(url)] }
    return [.quarry] + (options.sqld.map { [.sqld($0)] } ?? [])
  }

  var name: String {
    switch self {
    case .quarry: "QuarryServer"
    case .sqld: "sqld"
    case .running: "running"
    }
  }
}

/// A server in a process of its own, with the table in it.
final class ServerProcess: Sendable {
  let url: String
  private let process: Process
  private let folder: URL

  init(_ kind: ServerKind, _ options: Options) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("quarry-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    process = Process()
    let output = Pipe()
    process.standardError = FileHandle.nullDevice
    switch kind {
    case .quarry:
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
      process.arguments = ["--serve", folder.appendingPathComponent("served.db").path]
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw BenchmarkError(what: "the server did not start")
      }
      url = "http://127.0.0.1:\(port)"
    case .sqld(let path):
      let port = Int.random(in: 20_000..<60_000)
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = [
        "--no-welcome", "-d", folder.appendingPathComponent("db").path, "--http-listen-addr", "127.0.0.1:\(port)",
      ]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      url = "http://127.0.0.1:\(port)"
    case .running(let address): url = address
    }
    try await fill(options)
  }

  private func fill(_ options: Options) async throws {
    var tries = 0
    while true {
      do {
        let database = try await Database(HranaDriver(url: url))
        for sql in Question.script(rows: options.rows) { try await database.execute(SQLFragment(raw: sql)) }
        await database.close()
        return
      } catch let error as DatabaseError where error.code == .cannotOpen && tries < 600 {
        tries += 1
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  func stop() {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }
}

/// The child process: serves a file until it is killed.
enum Served {
  static func run(_ path: String) async throws {
    let database = try await Database(SQLiteDriver(path: path))
    let server = try QuarryServer(configuration: ServerConfiguration(database))
    print(try await server.start())
    fflush(nil)
    await server.wait()
  }
}
