#if Command
internal import Foundation
internal import Quarry

/// The running program.
enum Executable {
  /// Whether this process is the command, and not a program that uses its library, such as a test runner. The command
  /// itself sets it, because the name of its file isn't reliable.
  static let isCommand = Protected(false)

  /// The path of the command, or `nil` if this process is another program.
  static var path: String? { isCommand.withLock { $0 } ? current : nil }

  /// The path of the running program, whatever its name and place.
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
