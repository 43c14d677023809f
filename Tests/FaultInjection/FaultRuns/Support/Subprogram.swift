#if Command
import Foundation

/// This program, started again with other arguments.
enum Subprogram {
  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: its arguments.
  ///   - receive: gets each line of its standard output.
  /// - Returns: its exit status; 1000 more than the signal that ended it.
  static func run(_ arguments: [String], _ receive: (String) -> Void) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var rest: [UInt8] = []
    while true {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      rest += data
      while let newline = rest.firstIndex(of: UInt8(ascii: "\n")) {
        receive(String(decoding: rest[..<newline], as: UTF8.self))
        rest.removeSubrange(...newline)
      }
    }
    process.waitUntilExit()
    return Int(process.terminationStatus) + (process.terminationReason == .uncaughtSignal ? 1000 : 0)
  }
}
#endif
