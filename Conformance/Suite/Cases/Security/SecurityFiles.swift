#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// File operations of the cases about security.
package enum SecurityFiles {
  /// Returns the bytes of a file, or `nil` if it can't be read.
  package static func read(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

  /// Writes a file.
  package static func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a symbolic link.
  static func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  /// Returns the permissions of a file or folder, or `nil` if it doesn't exist or the platform has none.
  static func permissions(_ path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.posixPermissions] as? Int
  }

  /// Returns the default permissions of a new file.
  static func usualPermissions(in folder: String) -> Int? {
    let path = folder + "/usual"
    defer { remove(path) }
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
    return permissions(path)
  }

  /// Returns the engine's temporary files that this process has open, which no longer have a name, if the platform
  /// tells.
  static func openTemporaryFiles() -> [String] {
    #if os(Linux)
    let list = "/proc/self/fd"
    return ((try? FileManager.default.contentsOfDirectory(atPath: list)) ?? []).map { list + "/" + $0 }.filter {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: $0))?.contains("etilqs_") == true
    }
    #else
    return []
    #endif
  }
}
