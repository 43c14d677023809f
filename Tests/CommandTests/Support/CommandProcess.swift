#if Command
import Foundation
import QuarryConformance
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command in a process of its own.
struct CommandProcess: Sendable {
  private let process: Process
  private let output: Pipe

  /// Starts it.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    process = Process()
    let program = try #require(Self.program, "the quarry product lies beside the tests")
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for its end. Returns its exit code and what it wrote.
  func wait() async throws -> (code: Int32, text: String) {
    try await onThread { [process, output] in
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  }

  /// Ends it at once, and waits until it is gone.
  ///
  /// - Returns: Whether it was still there.
  func kill() async throws -> Bool {
    Self.send(SIGKILL, to: process.processIdentifier)
    _ = try await wait()
    return process.terminationReason == .uncaughtSignal
  }

  private static func send(_ signal: Int32, to process: Int32) {
    #if canImport(Glibc)
    _ = Glibc.kill(process, signal)
    #elseif canImport(Musl)
    _ = Musl.kill(process, signal)
    #else
    _ = Darwin.kill(process, signal)
    #endif
  }

  /// The program; another build of it where `QUARRY_PROGRAM` says so.
  private static let program = Surroundings.variable("QUARRY_PROGRAM") ?? ProcessLauncher(product: "quarry")?.executable
}
#endif
