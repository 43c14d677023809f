internal import Foundation

extension ProcessLauncher {
  /// A program of the package whose tests are running: where the build put it, beside the tests.
  ///
  /// The program is an executable target that the test target depends on.
  ///
  /// - Parameters:
  ///   - product: the name of the executable.
  ///   - arguments: its arguments.
  /// - Returns: nil when there is no such program; cases that need a second process are then reported as not applicable.
  public init?(product: String, _ arguments: [String] = []) {
    var folders = [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""]
    folders += CommandLine.arguments.filter { $0.contains(".xctest") || $0.contains("/.build/") }
    folders += Bundle.allBundles.map(\.bundlePath)
    for folder in folders where folder.hasPrefix("/") {
      var folder = URL(fileURLWithPath: folder)
      for _ in 0..<5 {
        let program = folder.appendingPathComponent(product).path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: program, isDirectory: &isFolder), !isFolder.boolValue {
          self.init(program, arguments)
          return
        }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }
}
