#if Command && Macros && Telemetry
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

/// An example in a process of its own, in a folder of its own. It ends with the value.
final class ExampleProcess: Sendable {
  private let process: Process
  private let output: FileHandle
  private let errors: FileHandle

  /// Starts it.
  init(_ product: String, _ arguments: [String] = [], in folder: TemporaryFolder) throws {
    let program = try #require(ProcessLauncher(product: product)?.executable, "the example lies beside the tests")
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    self.output = output.fileHandleForReading
    self.errors = errors.fileHandleForReading
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// Waits for its end. Returns its status and what it wrote since the last line that was waited for.
  func wait() async throws -> (status: Int32, output: String, errors: String) {
    async let errors = onThread { [errors] in String(decoding: errors.readDataToEndOfFile(), as: UTF8.self) }
    let output = try await onThread { [output] in String(decoding: output.readDataToEndOfFile(), as: UTF8.self) }
    let said = try await errors
    return try await onThread { [process] in
      process.waitUntilExit()
      return (process.terminationStatus, output, said)
    }
  }

  /// Sends a signal again and again until the process ends: one that comes before its handler is ready is lost. Returns as
  /// ``wait()``.
  func wait(sending signal: Int32) async throws -> (status: Int32, output: String, errors: String) {
    async let end = wait()
    while isRunning {
      send(signal)
      try await Task.sleep(for: .milliseconds(50))
    }
    return try await end
  }

  /// Waits for the first line of its output.
  func firstLine() async throws -> String { try await Self.firstLine(of: output) }

  /// Waits for the first line of its errors.
  func firstErrorLine() async throws -> String { try await Self.firstLine(of: errors) }

  private static func firstLine(of handle: FileHandle) async throws -> String {
    try await onThread {
      var line: [UInt8] = []
      while let byte = try handle.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// Whether it hasn't ended.
  var isRunning: Bool { process.isRunning }

  /// Sends a signal.
  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Runs an example to its end.
  static func run(
    _ product: String, _ arguments: [String] = [], in folder: TemporaryFolder
  ) async throws -> (status: Int32, output: String, errors: String) {
    try await ExampleProcess(product, arguments, in: folder).wait()
  }
}
#endif
