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
        let said = found.removeValue(forKey: Programs.Place(file: file, line: index + 1)) ?? []
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

/// Runs the compiler over the programs, with the modules of this build.
enum Programs {
  /// A line of a file.
  struct Place: Hashable {
    var file: String
    var line: Int
  }

  /// The folder with the programs, beside this file.
  static var folder: String { (#filePath as NSString).deletingLastPathComponent + "/Programs" }

  /// The folder of the products: that of the test bundle, or of the test runner.
  static var products: String? {
    var folders = [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""]
    folders += CommandLine.arguments.filter { $0.contains(".xctest") || $0.contains("/debug/") }
    folders += Bundle.allBundles.map(\.bundlePath)
    for var folder in folders {
      for _ in 0..<5 {
        if FileManager.default.fileExists(atPath: folder + "/Modules/Quarry.swiftmodule") { return folder }
        folder = (folder as NSString).deletingLastPathComponent
      }
    }
    return nil
  }

  static func files(_ name: String) throws -> [String] {
    let folder = Self.folder + "/" + name
    return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder + "/" + $0 }
  }

  /// What the compiler says of programs, which are checked together, and how it ended. A process of its own, with a limit
  /// of time.
  static func diagnostics(of files: [String], _ mode: [String]) async throws -> (
    found: [Place: [String]], status: Int32
  ) {
    let products = try #require(products, "the folder of the products")
    var arguments = ["swiftc"] + mode + ["-wmo", "-parse-as-library", "-swift-version", "6"]
    arguments += ["-diagnostic-style=llvm", "-I", products + "/Modules"]
    // The maps of the C modules that the package's own modules import.
    for map in try moduleMaps(products) { arguments += ["-Xcc", "-fmodule-map-file=" + map] }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "600"] + arguments + [folder + "/Shop.swift"] + files
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return try await onThread {
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (parse(String(decoding: text, as: UTF8.self)), process.terminationStatus)
    }
  }

  private static func moduleMaps(_ products: String) throws -> [String] {
    let manager = FileManager.default
    // The C modules of the package that have a map in their folder.
    let package = URL(fileURLWithPath: folder).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    var maps = ["Sources/CQuarryWire", "Drivers/Remote/CQuarryCurl"].map { "\(package)/\($0)/include/module.modulemap" }
    for name in try manager.contentsOfDirectory(atPath: products) where name.hasSuffix(".build") {
      maps.append(products + "/" + name + "/module.modulemap")
    }
    var root = products as NSString
    while root.length > 1, !manager.fileExists(atPath: root.appendingPathComponent("checkouts")) {
      root = root.deletingLastPathComponent as NSString
    }
    let checkouts = root.appendingPathComponent("checkouts")
    for package in (try? manager.contentsOfDirectory(atPath: checkouts)) ?? [] {
      let sources = checkouts + "/" + package + "/Sources"
      for target in (try? manager.contentsOfDirectory(atPath: sources)) ?? [] {
        maps.append(sources + "/" + target + "/include/module.modulemap")
      }
    }
    return maps.filter { manager.fileExists(atPath: $0) }
  }

  /// Takes `file:line:column: error: message` apart; notes belong to the line before.
  static func parse(_ output: String) -> [Place: [String]] {
    var result: [Place: [String]] = [:]
    for line in output.split(separator: "\n") {
      for mark in [": error: ", ": warning: "] {
        guard let range = line.range(of: mark) else { continue }
        let place = line[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
        let isPlaced = place.count >= 3
        let file = isPlaced ? place.dropLast(2).joined(separator: ":") : "the compiler"
        let number = isPlaced ? Int(place[place.count - 2]) ?? 0 : 0
        result[Place(file: file, line: number), default: []].append(String(line[range.upperBound...]))
        break
      }
    }
    return result
  }
}
