#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A folder for files that are needed for a moment; it is removed with everything in it when the value is let go.
final class SQLiteScratchFolder {
  /// Its path, without a separator at the end.
  let path: String

  /// Makes the folder, readable by this user only: what is put there may be the content of a database.
  init() throws {
    let temporary = FileManager.default.temporaryDirectory
    path = temporary.appending(path: "quarry-\(UUID().uuidString)", directoryHint: .notDirectory)
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Whether there is a file whose name begins so.
  func hasFile(beginningWith prefix: String) -> Bool {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).contains { $0.hasPrefix(prefix) }
  }

  /// Makes a symbolic link.
  func makeLink(_ name: String, to target: String) -> Bool {
    guard FileManager.default.createFile(atPath: file(target), contents: nil) else { return false }
    return (try? FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: file(target))) != nil
  }
}
