#if Command
internal import Foundation
internal import Quarry

/// The program that runs.
enum Executable {
  /// Whether this process is the command, and not a program that uses its library, a test runner for instance. The
  /// command itself says so; the name of its file says nothing.
  static let isCommand = Protected(false)

  /// The path of the command, or `nil` when this process is another program.
  static var path: String? { isCommand.withLock { $0 } ? current : nil }

  /// The path of the running program, whatever it is called and wherever it was moved.
  static var current: String? {
    #if os(Linux) || os(Android)
    // Source: proc_pid_exe(5). The link still leads to a program whose file was replaced or deleted meanwhile; by
    // number, so that it means the same in a child.
    let link = "/proc/\(ProcessInfo.processInfo.processIdentifier)/exe"
    guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      return Bundle.main.executablePath
    }
    return FileManager.default.isExecutableFile(atPath: path) ? path : link
    #else
    return Bundle.main.executablePath
    #endif
  }
}
#endif
