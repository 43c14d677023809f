#if Command && Macros && Telemetry
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A named pipe that another process reads as a file. It has more lines than a test waits for.
struct EndlessFile: Sendable {
  private let path: String
  private let header: String
  private let line: @Sendable (Int) -> String
  /// The number of lines, so that a process that ignores its signal ends too.
  private static let most = 3_000_000

  /// Makes the pipe.
  init(at path: String, header: String, line: @escaping @Sendable (Int) -> String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.path = path
    self.header = header
    self.line = line
  }

  /// Writes lines on a thread of its own until the process has ended.
  func feed(_ process: ExampleProcess) {
    // A pipe that nobody reads any more is an error here, not the end of the tests.
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread { [weak process] in
      guard let pipe = descriptor(whileRunning: { process?.isRunning == true }) else { return }
      defer { close(pipe) }
      var number = 0
      var text = header + "\n"
      while number < Self.most, Self.send(text, to: pipe) {
        text = ""
        for _ in 0..<100 {
          number += 1
          text += line(number) + "\n"
        }
      }
    }
  }

  /// Waits for the reader, which is not there yet when the process has just begun.
  private func descriptor(whileRunning isRunning: () -> Bool) -> Int32? {
    while isRunning() {
      let pipe = open(path, O_WRONLY | O_NONBLOCK)
      if pipe >= 0 {
        _ = fcntl(pipe, F_SETFL, 0)
        return pipe
      }
      usleep(5_000)
    }
    return nil
  }

  private static func send(_ text: String, to pipe: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return false }
      rest.removeFirst(written)
    }
    return true
  }
}
#endif
