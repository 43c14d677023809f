#if Macros
import Foundation
import Testing

/// Files of MacroTests that hold what the macro writes for its specimen, with one mistake each: mutants that compile, in
/// `Mutants/Written`, are compiled like any other source; the others are in `Programs/Mutants`.
enum MutantFiles {
  /// The folder of MacroTests.
  static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/MacroTests"

  /// What the macro writes for the specimen.
  static func expansion() throws -> String {
    let source = try String(contentsOfFile: folder + "/Mutants/Specimen.swift", encoding: .utf8)
    let start = try #require(source.range(of: "@Table(\"Specimen\""))
    let end = try #require(source.range(of: "\n}\n", range: start.upperBound..<source.endIndex))
    return MacroCheck.expansion(of: String(source[start.lowerBound..<end.upperBound])) + "\n"
  }

  /// The text of each file by its path.
  static func all() throws -> [String: String] {
    let expansion = try expansion()
    let mutants = Mutant.all.filter(\.compiles)
    var files: [String: String] = [:]
    for mutant in mutants {
      let text = try #require(mutant.applied(to: expansion), "\(mutant) changes nothing")
      let draft = try #require(text.range(of: "  /// A record that isn't stored yet."))
      let end = try #require(text.range(of: "\n}\n", range: draft.upperBound..<text.endIndex))
      if mutant.isOfDraft {
        files["Mutants/Written/\(mutant.name).swift"] = wrapped(
          """
          extension Mutants.\(mutant.name) {
          \(text[draft.lowerBound..<end.lowerBound])
          }

          extension Mutants.\(mutant.name).Draft: SpecimenDraft {
            init(name: String, tags: [String]) { self.init(id: nil, name: name, tags: tags) }
          }

          """)
      } else {
        let mapping = text[end.upperBound...].replacing(
          "extension Specimen", with: "extension Mutants.\(mutant.name).Specimen")
        files["Mutants/Written/\(mutant.name).swift"] = wrapped(
          "extension Mutants.\(mutant.name) {\n\(text[..<draft.lowerBound])}\n}\n\(mapping)")
      }
    }
    files["Mutants/Written/Mutants.swift"] = list(mutants)
    let owner = "enum Owner { static let tableName = \"Owner\" }\n"
    files["Programs/Mutants/Original.swift"] = wrapped(owner + expansion)
    for mutant in Mutant.all where !mutant.compiles {
      let text = try #require(mutant.applied(to: expansion), "\(mutant) changes nothing")
      files["Programs/Mutants/\(mutant.name).swift"] = wrapped(owner + text)
    }
    return files
  }

  /// A file that is neither formatted nor compiled without the macros.
  private static func wrapped(_ code: String) -> String {
    let head = [
      "// swift-format-ignore-file", "#if Macros", "// Written by MutantFileTests.", "import Foundation",
      "import Quarry",
      "",
    ]
    return head.joined(separator: "\n") + "\n" + code + "#endif\n"
  }

  private static func list(_ mutants: [Mutant]) -> String {
    let types = mutants.map { "  enum \($0.name) {}\n" }.joined()
    let checks = mutants.map { mutant in
      let type = "\(mutant.name).\(mutant.isOfDraft ? "Draft" : "Specimen").self"
      return "    (\"\(mutant.name)\", { await MutantTests.differences(\(type)) }),\n"
    }
    return wrapped(
      """
      enum Mutants {
      \(types)
        static let all: [(name: String, differences: @Sendable () async -> [String])] = [
      \(checks.joined())  ]
      }

      """)
  }
}
#endif
