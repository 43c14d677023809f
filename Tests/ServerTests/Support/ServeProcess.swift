#if Command
import Foundation
import QuarryConformance
import Testing
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `quarry serve` in a process of its own, which ends with the value.
final class ServeProcess: Sendable {
  private let process: Process
  private let output: Pipe
  /// What it has written before it served.
  let lines: [String]
  /// Where it listens; 0 when it does not.
  let port: Int

  /// Starts it, and waits until it serves or ends.
  ///
  /// - Parameter openFiles: how many files the process may open.
  init(_ arguments: [String], environment: [String: String] = [:], openFiles: Int? = nil) async throws {
    let process = Process()
    let program = try #require(Self.path, "the quarry product lies beside the tests")
    let command = ([program, "serve"] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let limit = openFiles.map { "ulimit -n \($0); " } ?? ""
    process.arguments = ["-c", limit + "exec " + command.joined(separator: " ")]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    self.output = output
    let handle = output.fileHandleForReading
    let text = try await onThread {
      var text = ""
      // The address, and a command to try.
      func isWhole() -> Bool {
        text.hasSuffix("\n") && text.split(separator: "\n").drop { !$0.hasPrefix("Serving on") }.count > 1
      }
      while !isWhole() {
        let piece = handle.availableData
        if piece.isEmpty { break }
        text += String(decoding: piece, as: UTF8.self)
      }
      return text
    }
    lines = text.split(separator: "\n").map(String.init)
    let address = lines.first { $0.hasPrefix("Serving on") }?.split(separator: " ").dropFirst(2).first
    port = address.flatMap { $0.split(separator: ":").last.flatMap { Int($0) } } ?? 0
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// A client of it.
  var client: RawClient { RawClient(port: port) }

  /// Asks it to end.
  func terminate() { kill(process.processIdentifier, SIGTERM) }

  /// Waits for its end. Returns its exit code.
  func wait() async throws -> Int32 {
    let process = process
    return try await onThread {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// The process.
  var identifier: Int32 { process.processIdentifier }

  private static let path =
    Surroundings.variable("QUARRY_LOAD_PROGRAM") ?? ProcessLauncher(product: "quarry")?.executable
}

/// What a process uses.
struct ProcessUse: Sendable {
  var residentKibibytes: Int
  var peakKibibytes: Int
  var descriptors: Int

  /// - Parameter identifier: the number of the process.
  init(of identifier: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8).split(separator: "\n")
    func number(_ name: String) -> Int {
      let words = status.first { $0.hasPrefix(name + ":") }?.split { $0 == " " || $0 == "\t" }
      return words.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
    }
    residentKibibytes = number("VmRSS")
    peakKibibytes = number("VmHWM")
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count
  }
}
#endif
