#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A folder for short-lived files. It is removed with its content when the value is deallocated. The next process
/// that needs one removes the leftovers of killed processes.
final class SQLiteScratchFolder {
  /// Its path, without a separator at the end.
  let path: String

  private let lock: Int32?

  /// Removes, once per process, the leftovers of other processes.
  private static let leftovers: Void = SQLiteWorkFolder.removeLeftovers(
    in: temporaryFolder, prefix)

  private static let prefix = "quarry-scratch-"

  private static var temporaryFolder: String {
    let path = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Makes the folder, readable only by this user, because it may hold the content of a database.
  init() throws {
    Self.leftovers
    while true {
      let path = Self.temporaryFolder + "/" + Self.prefix + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let lock = SQLiteFile.lockFolder(path)
      // Another process may have taken it for a leftover before it was locked.
      guard lock != nil || FileManager.default.fileExists(atPath: path) else { continue }
      self.path = path
      self.lock = lock
      return
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    if let lock { SQLiteFile.unlock(lock) }
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Whether there is a file whose name begins with a text.
  func hasFile(beginningWith prefix: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).contains { $0.hasPrefix(prefix) }
  }

  /// Makes a symbolic link.
  func makeLink(_ name: String, to target: String) -> Bool {
    guard FileManager.default.createFile(atPath: file(target), contents: nil) else { return false }
    return (try? FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: file(target))) != nil
  }
}
