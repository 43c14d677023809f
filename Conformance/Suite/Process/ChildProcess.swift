internal import Foundation
internal import Quarry

/// A child process that communicates in lines, for workers that can die and for cases that need a second process.
///
/// Its methods can be called from any task. When it is deallocated, the child is killed.
public final class ChildProcess: Sendable {
  /// How a child ended.
  public enum End: Sendable, Hashable, CustomStringConvertible {
    /// It ended by itself.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)

    /// The end of the process in words.
    public var description: String {
      switch self {
      case .exit(let code): "exit code \(code)"
      case .signal(let number): "signal \(number)"
      }
    }
  }

  /// The lines of the child's standard output, until it ends. For one reader.
  public let lines: AsyncStream<String>

  private let process: Protected<Process>
  private let input: Protected<FileHandle?>
  private let end = Protected<End?>(nil)
  private let waiting = Protected<[CheckedContinuation<End, Never>]>([])

  /// Starts a child.
  ///
  /// - Parameters:
  ///   - executable: The path of the program.
  ///   - arguments: Its arguments. Other users of the machine can see them: don't pass keys or tokens.
  ///   - environment: Variables in addition to the inherited ones.
  ///   - errorFile: The path of a file for the child's standard error; `nil` for this process's own.
  /// - Throws: The error of the system if the program can't be started.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], errorFile: String? = nil
  ) throws {
    _ = Self.brokenPipesAreErrors
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let toChild = Pipe()
    let fromChild = Pipe()
    process.standardInput = toChild
    process.standardOutput = fromChild
    if let errorFile {
      _ = FileManager.default.createFile(atPath: errorFile, contents: nil)
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
    }
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    self.lines = lines
    let reading = fromChild.fileHandleForReading
    let end = end
    let waiting = waiting
    @Sendable func ended(_ how: End) {
      end.withLock { $0 = $0 ?? how }
      let continuations = waiting.withLock { waiting in
        let all = waiting
        waiting = []
        return all
      }
      for continuation in continuations { continuation.resume(returning: how) }
    }
    process.terminationHandler = { process in
      ended(
        process.terminationReason == .uncaughtSignal
          ? .signal(process.terminationStatus) : .exit(process.terminationStatus))
    }
    input = Protected(toChild.fileHandleForWriting)
    try process.run()
    self.process = Protected(process)
    // Foundation takes a child for running as long as a process lives that the child has left behind.
    let identifier = process.processIdentifier
    Thread { if let how = ChildStatus.waitForEnd(of: identifier) { ended(how) } }.start()
    // A thread of its own: the reads block until the child writes or ends.
    Thread {
      var rest: [UInt8] = []
      while true {
        // What the child has left behind may hold the pipe: nothing comes any more once the child has ended.
        while !ChildStatus.isReadable(reading.fileDescriptor, within: .milliseconds(20)) {
          if end.withLock({ $0 != nil }), !ChildStatus.isReadable(reading.fileDescriptor, within: .zero) {
            if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
            return continuation.finish()
          }
        }
        let data = reading.availableData
        if data.isEmpty { break }
        rest += data
        while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<newline], as: UTF8.self))
          rest.removeSubrange(...newline)
        }
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
    }.start()
  }

  deinit { kill() }

  /// Makes writing to a child that has ended an error of the call. The signal is ignored from the first child on.
  private static let brokenPipesAreErrors: Void = Signal.ignoreBrokenPipes()

  /// The number of the process.
  public var identifier: Int32 { process.withLock { $0.processIdentifier } }

  /// Writes a line to the child's standard input.
  ///
  /// - Throws: The error of the system, for example if the child has ended.
  public func write(_ line: String) throws {
    try input.withLock { handle in try handle?.write(contentsOf: Array((line + "\n").utf8)) }
  }

  /// Closes the child's standard input. Children that read until its end then exit.
  public func closeInput() {
    input.withLock { handle in
      try? handle?.close()
      handle = nil
    }
  }

  /// Kills the child like a crash would: nothing is flushed or closed.
  public func kill() {
    // The signal comes first: a child that sees the end of its input would go on.
    process.withLock { process in
      if process.isRunning { Signal.kill(process.processIdentifier) }
    }
    closeInput()
  }

  /// Asks the child to exit, like a supervisor of services. It can clean up first.
  public func terminate() {
    process.withLock { process in
      if process.isRunning { process.terminate() }
    }
  }

  /// Waits until the child has ended.
  public func waitUntilEnd() async -> End {
    await withCheckedContinuation { continuation in
      // The handler sets the end before it takes the continuations: looked at in the opposite order nothing is lost.
      waiting.withLock { $0.append(continuation) }
      guard let how = end.withLock({ $0 }) else { return }
      let continuations = waiting.withLock { waiting in
        let all = waiting
        waiting = []
        return all
      }
      for continuation in continuations { continuation.resume(returning: how) }
    }
  }
}
