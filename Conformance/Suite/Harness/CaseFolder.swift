#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A private folder for the files of one case.
package struct CaseFolder: Sendable {
  let path: String

  init() throws {
    let base = FileManager.default.temporaryDirectory.path
    path = "\(base.hasSuffix("/") ? String(base.dropLast()) : base)/quarry-case-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Whether there is a file at a path.
  package static func hasFile(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Returns the beginning of a file, or `nil` if it can't be read.
  static func firstBytes(of path: String, count: Int) -> [UInt8]? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return Array(data.prefix(count))
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
