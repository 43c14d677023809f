import CSQLite
import Foundation

/// Where and with what a run was made.
struct Machine: Codable, Sendable {
  let date: String
  let cores: Int
  let processor: String
  let system: String
  let swift: String
  let sqlite: String
  let grdb: String
  /// The load average when the run began: what else the machine was doing.
  let loadBefore: Double
  var loadAfter: Double

  init() {
    date = ISO8601DateFormatter().string(from: Date())
    cores = ProcessInfo.processInfo.activeProcessorCount
    processor = Self.processorName()
    system = ProcessInfo.processInfo.operatingSystemVersionString
    swift = Self.swiftVersion()
    sqlite = String(cString: sqlite3_libversion())
    grdb = "7.10.0"
    loadBefore = benchmarks_load_average()
    loadAfter = loadBefore
  }

  private static func processorName() -> String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
    return name ?? "unknown"
  }

  /// The version of the compiler on the path; the language cannot tell its own patch version.
  private static func swiftVersion() -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "--version"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return "unknown" }
    let output = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    let line = String(decoding: output, as: UTF8.self).split(separator: "\n").first { $0.contains("Swift version") }
    return line.map(String.init) ?? "unknown"
  }
}
