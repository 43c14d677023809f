import Foundation
import Testing
import TestSupport

/// The Swift code of the articles compiles: each piece that declares something at the top of a file, the others in a function
/// that has what the articles take for granted.
@Suite("ProgramTests of the articles") struct ArticleProgramTests {
  /// What a piece may use without having made it.
  private static let given = """
    _ database: Database, _ path: String, _ secret: String, _ secretBytes: [UInt8], _ fresh: Database, _ migrated: Database,
    _ given: DatabaseMigrator<Int>, _ searchKey: ColumnKey, _ newKey: ColumnKey, _ oldKey: ColumnKey
    """

  private static let imports = """
    import Foundation
    import Quarry
    import QuarryColumnEncryption
    import QuarryCopy
    import QuarryDrivers
    import QuarryIdentity
    import QuarryMemory
    import QuarryRemote
    import QuarrySQLCipher
    import QuarrySQLite
    import QuarrySQLiteEngine
    """

  @Test("The samples of the articles compile") func samples() async throws {
    let root = SwiftCompiler.packageFolder + "/Sources/Quarry/Quarry.docc"
    let names = try FileManager.default.contentsOfDirectory(atPath: root).filter { $0.hasSuffix(".md") }.sorted()
    #expect(names.count >= 4)
    let folder = try TemporaryFolder()
    var files: [String] = []
    for name in names {
      let pieces = Self.pieces(of: try String(contentsOfFile: root + "/" + name, encoding: .utf8))
      guard !pieces.isEmpty else { continue }
      files.append(try folder.write(Self.program(pieces, name).utf8, to: name + ".swift"))
    }
    #expect(files.count >= 3)
    let (found, status) = try await SwiftCompiler.diagnostics(
      of: ["Shop", "Library"].map { "\(Programs.folder)/\($0).swift" } + files, ["-typecheck"])
    #expect(status == 0, "the compiler says: \(found)")
  }

  /// The pieces of Swift code, in their order.
  private static func pieces(of article: String) -> [String] {
    article.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
      .map(withoutImports)
  }

  /// Imports stand at the top of a file, where there are some already.
  private static func withoutImports(_ piece: String) -> String {
    let lines = piece.components(separatedBy: "\n")
    return lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
  }

  /// The steps of the tutorial are whole programs, each in a file of its own.
  @Test("The steps of the tutorial compile") func tutorial() async throws {
    let root = SwiftCompiler.packageFolder + "/Sources/Quarry/Quarry.docc"
    let steps = try FileManager.default.contentsOfDirectory(atPath: root + "/Resources").filter {
      $0.hasSuffix(".swift")
    }
    let text = try String(contentsOfFile: root + "/Tutorials/MusicLibrary.tutorial", encoding: .utf8)
    #expect(steps.count >= 8)
    let folder = try TemporaryFolder()
    var files: [String] = []
    for name in steps.sorted() {
      #expect(text.contains("file: \"\(name)\""), "no step shows \(name)")
      // All in one run of the compiler, each with its own types.
      let step = try String(contentsOfFile: root + "/Resources/" + name, encoding: .utf8)
      let program = Self.withoutImports(step).replacing("@main ", with: "")
      files.append(
        try folder.write("\(Self.imports)\nenum Step\(files.count) {\n\(program)\n}\n".utf8, to: "\(files.count).swift")
      )
    }
    let (found, status) = try await SwiftCompiler.diagnostics(of: files, ["-typecheck", "-warnings-as-errors"])
    #expect(status == 0, "the compiler says: \(found)")
  }

  private static func program(_ pieces: [String], _ name: String) -> String {
    let type = "Article" + name.filter { $0.isLetter }
    var (declared, bodies): ([String], [String]) = ([], [])
    for (index, piece) in pieces.enumerated() {
      let declares = ["struct ", "enum ", "func ", "extension ", "@Table", "@Columns", "@MainActor "]
      let isDeclaration = declares.contains { piece.hasPrefix($0) }
      if isDeclaration {
        declared.append(piece)
      } else {
        // What an earlier piece has made.
        let needsMigrator = piece.contains("migrator.") && !piece.contains("var migrator")
        let needsEmail = piece.contains("of: email") && !piece.contains("let email")
        let made =
          (needsMigrator ? ["var migrator = given"] : [])
          + (needsEmail ? ["let email = SQLColumn<String?>(\"email\")"] : [])
        bodies.append(
          "func sample\(index)(\(given)) async throws {\n\((made + [piece]).joined(separator: "\n"))\n}")
      }
    }
    return imports + "\nenum \(type) {\n" + declared.joined(separator: "\n") + "\n"
      + bodies.map { "static " + $0 }.joined(separator: "\n") + "\n}\n"
  }
}
