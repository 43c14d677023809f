import Foundation
import QuarryConformance
import Testing

/// The built `quarry`, as a newcomer runs it.
struct QuarryProcess {
  var status: Int32
  var lines: [String]

  /// Runs `quarry` with arguments. The environment holds a key in `QUARRY_TEST_KEY`.
  init(_ arguments: String...) async throws { try await self.init(arguments) }

  init(_ arguments: [String]) async throws {
    let child = try Self.start(arguments)
    var lines: [String] = []
    for await line in child.lines { lines.append(line) }
    self.lines = lines
    switch await child.waitUntilEnd() {
    case .exit(let code): status = code
    case .signal(let number): status = 128 + number
    }
  }

  /// Starts `quarry` with arguments, for as long as the child is kept.
  static func start(_ arguments: [String]) throws -> ChildProcess {
    let child = try ChildProcess(
      try #require(Self.path, "the quarry product lies beside the tests"), arguments,
      environment: ["QUARRY_TEST_KEY": String(repeating: "0f", count: 32), "SWIFT_BACKTRACE": "enable=no"])
    child.closeInput()
    return child
  }

  /// Everything on standard output.
  var output: String { lines.joined(separator: "\n") }

  static let sqlcipher = "sqlcipher:?key-env=QUARRY_TEST_KEY&key-format=raw"

  /// The folder of the products: that of the test bundle, or of the test runner.
  private static var path: String? {
    var folders = [Bundle.main.bundlePath, (Bundle.main.executablePath ?? "") as String]
    folders += CommandLine.arguments.filter { $0.contains(".xctest") || $0.contains("/debug/") }
    folders += Bundle.allBundles.map(\.bundlePath)
    for var folder in folders {
      for _ in 0..<5 {
        let candidate = folder + "/quarry"
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue {
          return candidate
        }
        folder = (folder as NSString).deletingLastPathComponent
      }
    }
    return nil
  }
}
