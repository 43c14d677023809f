#if Command
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A folder for temporary databases, created when it is first needed and removed with its content.
final class TemporaryFolder: Sendable {
  private let made = Protected<String?>(nil)

  /// The path of a file in the folder.
  func path(_ name: String) throws -> String {
    try made.withLock { made in
      if let made { return made + "/" + name }
      let base = FileManager.default.temporaryDirectory.path
      let folder = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/quarry-" + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      made = folder
      return folder + "/" + name
    }
  }

  /// Removes the folder.
  func remove() {
    made.withLock { made in
      if let folder = made { try? FileManager.default.removeItem(atPath: folder) }
      made = nil
    }
  }

  deinit { remove() }
}
#endif
