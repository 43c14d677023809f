internal import Foundation

extension ProcessLauncher {
  /// Creates a launcher for a program of the package whose tests are running.
  ///
  /// The program is an executable target that the test target depends on. The build places it next to the tests.
  ///
  /// - Parameters:
  ///   - product: The name of the executable.
  ///   - arguments: Its arguments.
  /// - Returns: `nil` if there is no such program. Cases that need a second process are then reported as not
  ///   applicable.
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
