import Foundation
import Testing
import TestSupport

/// What the compiler says of programs: nothing of those in `Programs/Right`, and of those in `Programs/Wrong` what their
/// comments expect. A program is a file over the tables of `Programs/Shop.swift`: add one to try another.
///
/// `// expect: TEXT` at the end of a line stands for a diagnostic of this line that contains the text.
@Suite("Programs that the compiler checks")
struct ProgramTests {
  @Test("Wrong programs get a message that says what to write")
  func wrong() async throws {
    let files = try Programs.files("Wrong")
    #expect(files.count >= 20)
    var (found, status) = try await Programs.diagnostics(of: files, ["-typecheck"])
    #expect(status == 1, "the compiler refuses them")
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      var expected = 0
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let said = found.removeValue(forKey: SwiftCompiler.Place(file: file, line: index + 1)) ?? []
        let place = "\((file as NSString).lastPathComponent):\(index + 1)"
        guard let mark = line.range(of: "// expect: ") else {
          #expect(said.isEmpty, "\(place) is right, and the compiler says: \(said)")
          continue
        }
        expected += 1
        let wanted = line[mark.upperBound...]
        #expect(said.contains { $0.contains(wanted) }, "\(place) expects \"\(wanted)\", and the compiler says: \(said)")
      }
      #expect(expected > 0, "\(file) expects nothing")
    }
    #expect(found.isEmpty, "diagnostics of other files: \(found)")
  }

  /// Isolation is checked behind the types, so these are compiled.
  @Test(
    "Right programs compile without a word, also where everything is on the main actor by default",
    arguments: [[], ["-default-isolation", "MainActor"]])
  func right(_ options: [String]) async throws {
    let files = try Programs.files("Right")
    #expect(!files.isEmpty)
    let (found, status) = try await Programs.diagnostics(of: files, ["-emit-sil", "-o", "/dev/null"] + options)
    #expect(found.isEmpty, "the compiler says: \(found)")
    #expect(status == 0, "the compiler has taken them")
  }
}

/// The programs beside this file.
enum Programs {
  static var folder: String { (#filePath as NSString).deletingLastPathComponent + "/Programs" }

  static func files(_ name: String) throws -> [String] {
    let folder = Self.folder + "/" + name
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder + "/" + $0 }
  }

  /// What the compiler says of programs over the tables of the shop.
  static func diagnostics(of files: [String], _ mode: [String]) async throws -> (
    found: [SwiftCompiler.Place: [String]], status: Int32
  ) { try await SwiftCompiler.diagnostics(of: [folder + "/Shop.swift"] + files, mode) }
}
