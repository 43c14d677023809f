#if Macros
import Foundation
import Testing
import TestSupport

/// What the compiler says of programs with the macros: nothing of those in `Programs/Right`, and of those in
/// `Programs/Wrong` what their comments `// expect: TEXT` say.
@Suite("ProgramTests of the macros") struct MacroProgramTests {
  private static func files(_ name: String) throws -> [String] {
    let folder = (#filePath as NSString).deletingLastPathComponent + "/Programs/" + name
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder + "/" + $0 }
  }

  @Test(
    "Right programs compile without a word, also where everything is on the main actor by default",
    arguments: [[], ["-default-isolation", "MainActor"]])
  func right(_ options: [String]) async throws {
    let features = ["ExistentialAny", "MemberImportVisibility", "InferIsolatedConformances"]
    let (found, status) = try await SwiftCompiler.diagnostics(
      of: try Self.files("Right"),
      ["-emit-sil", "-o", "/dev/null", "-package-name", "programs", "-DMacros"]
        + features.flatMap { ["-enable-upcoming-feature", $0] }
        + options)
    #expect(found.isEmpty, "the compiler says: \(found)")
    #expect(status == 0, "the compiler has taken them")
  }

  @Test("Wrong programs get a message at the place of the mistake") func wrong() async throws {
    let (found, status) = try await SwiftCompiler.diagnostics(of: try Self.files("Wrong"), ["-typecheck", "-DMacros"])
    #expect(status == 1, "the compiler refuses them")
    for file in try Self.files("Wrong") {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let said = found[SwiftCompiler.Place(file: file, line: index + 1)] ?? []
        guard let mark = line.range(of: "// expect: ") else {
          #expect(said.isEmpty, "line \(index + 1) is right, and the compiler says: \(said)")
          continue
        }
        let wanted = line[mark.upperBound...]
        #expect(said.contains { $0.contains(wanted) }, "line \(index + 1) expects \"\(wanted)\": \(said)")
      }
    }
  }
}
#endif
