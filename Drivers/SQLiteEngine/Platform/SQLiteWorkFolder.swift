internal import CQuarrySQLite
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A folder in which this process writes a file before moving it to its place. It is removed when the value is
/// deallocated.
///
/// Others can't read it, because it may hold a plain database. A killed process leaves its folder, and the next
/// process that writes to the same place removes it. A lock, which ends with its process, shows that it is a
/// leftover.
final class SQLiteWorkFolder {
  /// Its path.
  let path: String
  private var lock: Int32?

  /// Makes a folder.
  ///
  /// - Parameters:
  ///   - parent: The parent folder.
  ///   - name: The purpose. Folders of the same purpose whose process has ended are removed.
  init(in parent: String, for name: String) throws(DatabaseError) {
    let prefix = Self.prefix(for: name)
    Self.removeLeftovers(in: parent, prefix)
    let files = FileManager.default
    for _ in 0..<8 {
      let path = (parent == "/" ? "" : parent) + "/" + prefix + UUID().uuidString
      do {
        try files.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      } catch {
        throw DatabaseError(.inputOutput, "can't make a folder for the new file in \(parent)", underlying: error)
      }
      lock = SQLiteFile.lockFolder(path)
      // Without locks nobody takes it for a leftover; it may only have been removed by one who does.
      if lock != nil || files.fileExists(atPath: path) {
        self.path = path
        return
      }
    }
    throw DatabaseError(.inputOutput, "can't make a folder for the new file in \(parent)")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    if let lock { SQLiteFile.unlock(lock) }
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Removes folders of a purpose whose process has ended.
  static func removeLeftovers(in parent: String, for name: String) { removeLeftovers(in: parent, prefix(for: name)) }

  private static func prefix(for name: String) -> String { ".\(shortened(name)).quarry-" }

  /// Removes folders whose process has ended.
  static func removeLeftovers(in parent: String, _ prefix: String) {
    // There are none as a rule, and every opening asks. Some file systems write other characters with other bytes.
    let hasOtherCharacters = prefix.utf8.contains { $0 > 0x7f }
    guard hasOtherCharacters || quarry_folder_has(parent, prefix) != 0 else { return }
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
      let path = (parent == "/" ? "" : parent) + "/" + name
      guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil, let lock = SQLiteFile.lockFolder(path) else {
        continue
      }
      try? files.removeItem(atPath: path)
      SQLiteFile.unlock(lock)
    }
  }

  /// A name that leaves room for the rest of a file's name, which has 255 bytes.
  private static func shortened(_ name: String) -> String {
    var shortened = name
    while shortened.utf8.count > 180 { shortened.removeLast() }
    return shortened
  }
}
