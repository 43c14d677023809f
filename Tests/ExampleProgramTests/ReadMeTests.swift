#if Command && Macros && Telemetry
import Foundation
import TestSupport
import Testing

/// What the README shows: its program is an example that runs, its code compiles, its links lead to files.
@Suite("README.md") struct ReadMeTests {
  private static let root = SwiftCompiler.packageFolder

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// The pieces of Swift code, in their order.
  private static func pieces() throws -> [String] {
    try text("README.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  @Test("Its program is QuickStart, word for word, which another test runs") func program() throws {
    let example = try Self.text("Examples/QuickStart/main.swift")
    let start = try #require(example.range(of: "import Quarry\n"))
    let end = try #require(example.range(of: "#else\n"))
    #expect(try Self.pieces().first == String(example[start.lowerBound..<end.lowerBound]))
  }

  @Test("Its other code compiles, line by line") func code() async throws {
    let pieces = try Self.pieces().dropFirst().filter { !$0.contains(".package(") }
    #expect(!pieces.isEmpty)
    let lines = pieces.flatMap { $0.split(separator: "\n") }
    let functions = lines.enumerated().map { "func line\($0)() async throws {\n  \($1)\n  _ = database\n}" }
    let program = "import Quarry\nimport QuarryDrivers\n\n" + functions.joined(separator: "\n")
    let folder = try TemporaryFolder()
    let file = try folder.write(program.utf8, to: "ReadMe.swift")
    let (found, status) = try await SwiftCompiler.diagnostics(of: [file], ["-typecheck"])
    #expect(folder.has("ReadMe.swift"))
    #expect(status == 0, "the compiler says: \(found)")
  }

  @Test("Its links lead to files of the repository")
  func links() throws {
    let text = try Self.text("README.md")
    let markdown = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    let pictures = text.matches(of: /(?:src|srcset)="([^"]+)"/).map { String($0.1) }
    #expect(markdown.count > 20 && pictures.count == 2)
    for link in markdown + pictures where !link.hasPrefix("https://") {
      #expect(FileManager.default.fileExists(atPath: Self.root + "/" + link), "\(link)")
    }
  }

  @Test("The first screen has sixty lines, and the two commands") func firstScreen() throws {
    let screen = try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).prefix(60)
      .joined(separator: "\n")
    for part in ["@Table", "`make run`", "`make test`", "sqlcipher:", "libsql:", "3 packages", "[SwiftData]"] {
      #expect(screen.contains(part), "\(part)")
    }
    #expect(screen.matches(of: /`make \w+`/).count == 2)
  }

  @Test("Every example is named") func examples() throws {
    let text = try Self.text("README.md")
    for name in ["QuickStart", "OneProgram", "ToDo", "NotesServer", "Importer", "SignIn"] {
      #expect(text.contains("[`\(name)`](Examples/\(name)/"))
      #expect(FileManager.default.fileExists(atPath: Self.root + "/Examples/" + name))
    }
  }
}
#endif
