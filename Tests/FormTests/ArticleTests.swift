import Foundation
import Testing
import TestSupport

/// The Swift code of articles and of documentation comments compiles, as `Tests/Documentation/check-samples` finds.
@Suite("ProgramTests of the documentation") struct ArticleProgramTests {
  private static let script = SwiftCompiler.packageFolder + "/Tests/Documentation/check-samples"

  @Test("The samples of articles and of documentation comments compile") func samples() async throws {
    let (output, status) = try await check([])
    #expect(status == 0, "\(output)")
    let count = try #require(output.split(separator: "\n").last?.split(separator: " ").first.flatMap { Int($0) })
    #expect(count >= 190, "\(output)")
  }

  @Test("A sample that doesn't compile is named by its file and line") func wrong() async throws {
    let folder = try TemporaryFolder()
    let text = "# Title\n\n```swift\nlet one = 1\n```\n\n```swift\nlet two: Int = one\nlet three: String = two\n```\n"
    let article = try folder.write(text.utf8, to: "Wrong.md")
    let (output, status) = try await check(["--article", article])
    #expect(status == 1)
    #expect(output.contains("Wrong.md:9:"), "\(output)")
    #expect(output.hasSuffix("2 samples, 1 errors\n"), "\(output)")
  }

  @Test("Each program of the tutorial is a step of it") func steps() throws {
    let root = SwiftCompiler.packageFolder + "/Sources/Quarry/Quarry.docc"
    let steps = try FileManager.default.contentsOfDirectory(atPath: root + "/Resources").filter {
      $0.hasSuffix(".swift")
    }
    let text = try String(contentsOfFile: root + "/Tutorials/MusicLibrary.tutorial", encoding: .utf8)
    #expect(steps.count >= 8)
    for name in steps { #expect(text.contains("file: \"\(name)\""), "no step shows \(name)") }
  }

  private func check(_ options: [String]) async throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let products = try #require(SwiftCompiler.products, "the folder of the products")
    process.arguments = ["timeout", "600", "python3", Self.script, "--build", products] + options
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    return try await onThread {
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: output, as: UTF8.self), process.terminationStatus)
    }
  }
}
