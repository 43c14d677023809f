internal import Foundation
internal import Testing

/// Runs the compiler over programs, with the modules of this build.
package enum SwiftCompiler {
  /// A line of a file.
  package struct Place: Hashable, Sendable {
    package var file: String
    package var line: Int

    package init(file: String, line: Int) { (self.file, self.line) = (file, line) }
  }

  /// The folder of the package.
  package static let packageFolder: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path
  }()

  /// The folder of the products: that of the test bundle, or of the test runner.
  package static var products: String? {
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

  /// What the compiler says of programs, which are checked together, and how it ended. A process of its own, with a limit
  /// of time.
  package static func diagnostics(of files: [String], _ mode: [String]) async throws -> (
    found: [Place: [String]], status: Int32
  ) {
    let products = try #require(products, "the folder of the products")
    var arguments = ["swiftc"] + mode + ["-wmo", "-parse-as-library", "-swift-version", "6"]
    arguments += ["-diagnostic-style=llvm", "-I", products + "/Modules"]
    let plugin = products + "/QuarryMacros-tool"
    if FileManager.default.fileExists(atPath: plugin) {
      arguments += ["-load-plugin-executable", plugin + "#QuarryMacros"]
    }
    // The maps of the C modules that the package's own modules import.
    for map in try moduleMaps(products) { arguments += ["-Xcc", "-fmodule-map-file=" + map] }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "600"] + arguments + files
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
    var maps = ["Sources/CQuarryWire", "Drivers/Remote/CQuarryCurl", "Drivers/SQLiteEngine/CQuarrySQLite"].map {
      "\(packageFolder)/\($0)/include/module.modulemap"
    }
    // What is built a second time, for macros, has the same map.
    for name in try manager.contentsOfDirectory(atPath: products)
    where name.hasSuffix(".build") && !name.hasSuffix("-tool.build") {
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
  private static func parse(_ output: String) -> [Place: [String]] {
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
