import Foundation
import LineProtocol
import Testing

/// The chapter and the code that it explains are the same.
@Suite struct LineChapterTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let folder = root.appendingPathComponent("Examples/LineDatabase")

  private static func chapter() throws -> String {
    let article = root.appendingPathComponent("Sources/Quarry/Quarry.docc/WritingAnAsynchronousDriver.md")
    return try String(contentsOf: article, encoding: .utf8)
  }

  @Test("Each piece of code is a piece of the file that is named above it")
  func sameText() throws {
    let text = try Self.chapter()
    var path: String?
    var block: [Substring]?
    var files: Set<String> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let code = block {
        guard line == "```" else {
          block = code + [line]
          continue
        }
        block = nil
        let named = try #require(path, "a block of code needs a path: \(code.first ?? "")")
        let file = try String(contentsOf: Self.folder.appendingPathComponent(named), encoding: .utf8)
        let plain = code.joined(separator: "\n")
        let indented = code.map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
        #expect(file.contains(plain + "\n") || file.contains(indented + "\n"), "\(named): \(code.first ?? "")")
        files.insert(named)
      } else if line == "```swift" {
        block = []
      } else if line.hasPrefix("`"), line.hasSuffix(".swift`") {
        path = String(line.dropFirst().dropLast())
      } else if !line.isEmpty {
        path = nil
      }
    }
    #expect(files.count >= 7, "\(files)")
  }

  @Test("The lines of the protocol are requests and their answers")
  func lines() throws {
    let text = try Self.chapter()
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("{") }.map { Array($0.utf8) }
    #expect(lines.count >= 4 && lines.count.isMultiple(of: 2))
    for index in stride(from: 0, to: lines.count - 1, by: 2) {
      let request = try message(LineRequest.self, from: lines[index])
      #expect(try message(LineAnswer.self, from: lines[index + 1]).number == request.number)
    }
  }

  @Test("Each file of the driver and each type that the chapter names exists")
  func names() throws {
    let text = try Self.chapter()
    for folder in ["LineProtocol", "LineServer", "LineDriver", "LineHarness"] {
      #expect(text.contains("`\(folder)`"))
      #expect(FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(folder).path))
    }
  }
}
