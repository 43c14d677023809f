import Foundation
import LinkedSQLiteHarness
import QuarryConformance
import Testing

/// The article and the example are the same program.
@Suite("The article Writing a driver")
struct WritingADriverTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The last block of code under each line that is nothing but the path of a file.
  private static func blocks() throws -> [String: String] {
    let article = root.appendingPathComponent("Sources/Quarry/Quarry.docc/WritingADriver.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    var blocks: [String: String] = [:]
    var path: String?
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let code = lines {
        if line == "```" {
          if let path { blocks[path] = code.joined(separator: "\n") + "\n" }
          (path, lines) = (nil, nil)
        } else {
          lines = code + [line]
        }
      } else if line.hasPrefix("```") {
        lines = []
      } else if line.hasPrefix("`"), line.hasSuffix("`"), !line.dropFirst().dropLast().contains("`") {
        path = String(line.dropFirst().dropLast())
      } else if !line.isEmpty {
        path = nil
      }
    }
    return blocks
  }

  @Test("Every file of the example stands in the text, word for word")
  func sameText() throws {
    let blocks = try Self.blocks()
    let example = Self.root.appendingPathComponent("Examples/LinkedSQLite")
    let files = try #require(
      FileManager.default.enumerator(at: example, includingPropertiesForKeys: [.isRegularFileKey]))
    var count = 0
    for case let file as URL in files where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    {
      let path = "Sources" + file.path.dropFirst(example.path.count)
      #expect(blocks[path] == (try String(contentsOf: file, encoding: .utf8)), "\(path)")
      count += 1
    }
    #expect(count == 9)
    let tests = try String(
      contentsOf: Self.root.appendingPathComponent("Tests/ExampleTests/LinkedSQLiteTests.swift"), encoding: .utf8)
    #expect(blocks["Tests/LinkedSQLiteTests/LinkedSQLiteTests.swift"] == tests)
  }

  @Test("The manifest in the text can be read, and its identifiers exist")
  func manifest() throws {
    let text = try #require(try Self.blocks()["Tests/LinkedSQLiteTests/conformance.json"])
    let manifest = try JSONDecoder().decode(DeviationManifest.self, from: Data(text.utf8))
    #expect(manifest.defects(in: "2026-01") == [])
    #expect(!manifest.deviations.isEmpty)
  }

  /// The body of the XCTest form, on a few cases.
  @Test("The form for XCTest runs")
  func checks() async throws {
    try await Conformance.check(LinkedSQLiteUnderTest(), CaseSelection(areas: [.life]))
  }

  @Test("A misspelt case is an error, not an empty run")
  func misspelt() async throws {
    #expect(throws: HarnessError.self) { try CaseSelection.environment(["QUARRY_CASES": "VAL-29,VAL-999"]) }
    let selection = try CaseSelection.environment(["QUARRY_CASES": "VAL-29, STMT-04"])
    #expect(selection.ids == ["VAL-29", "STMT-04"])
    #expect(throws: HarnessError.self) { try CaseSelection.environmentSeed(["QUARRY_SEED": "one"]) }
    #expect(try CaseSelection.environmentSeed(["QUARRY_SEED": "7"]) == 7)
    let command = LinkedSQLiteUnderTest().command(repeating: "VAL-29", seed: 7)
    #expect(command == "QUARRY_CASES=VAL-29 QUARRY_SEED=7 swift test")
  }
}
