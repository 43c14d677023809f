#if Command
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The files that the arguments of `quarry slt` name.
enum LogicTestPaths {
  /// The file name extensions of tests in a folder.
  private static let endings = [".slt", ".test"]

  /// The files. Those of a folder are in the order of their paths.
  ///
  /// - Throws: ``CommandError`` if a path doesn't exist, or if a folder has no such file.
  static func files(_ paths: [String]) throws -> [String] {
    var files: [String] = []
    for path in paths {
      var isFolder = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw CommandError("\(path) does not exist")
      }
      guard isFolder else {
        files.append(path)
        continue
      }
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      let found = try FileManager.default.subpathsOfDirectory(atPath: path)
        .filter { name in endings.contains { name.hasSuffix($0) } }
      guard !found.isEmpty else { throw CommandError("\(path) holds no file that ends in .slt or .test") }
      files += found.sorted().map { folder + "/" + $0 }
    }
    return files
  }

  /// The bytes of a file.
  static func read(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw CommandError("\(path) cannot be read") }
    return Array(data)
  }
}
#endif
