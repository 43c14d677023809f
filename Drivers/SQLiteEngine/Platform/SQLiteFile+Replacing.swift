internal import CQuarrySQLite
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SQLiteFile {
  /// Writes a file in a folder beside its place, and moves it there atomically after success.
  ///
  /// If the place is a symbolic link, the file that it points to is replaced. The new file gets the permissions of a
  /// replaced file and, if this process may set it, its owner. File and folder are on the disk when the call returns.
  /// Leftovers of processes that ended during the work are removed.
  ///
  /// - Parameters:
  ///   - path: The place, where a file may already exist.
  ///   - isPrivate: Whether a new file is readable only by its owner.
  ///   - body: Writes the file at the given path. If it throws, nothing is left of the file.
  static func replacing(
    _ path: String, isPrivate: Bool, _ body: (String) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let replacement = try SQLiteFileReplacement(of: path, isPrivate: isPrivate)
    try body(replacement.temporaryPath)
    try replacement.complete()
  }

  /// Removes the leftovers of processes that were killed while they wrote a new file for a place.
  static func removeLeftovers(beside path: String) {
    guard let path = try? followingLinks(path) else { return }
    let (parent, name) = place(of: path)
    SQLiteWorkFolder.removeLeftovers(in: parent, for: name)
  }

  /// The folder and the name of a file, of a path from the root.
  static func place(of path: String) -> (folder: String, name: String) {
    let parent = folder(of: path)
    return (parent, String(path.dropFirst(parent == "/" ? 1 : parent.count + 1)))
  }

  /// The path that a chain of symbolic links points to, even if it doesn't exist yet.
  static func followingLinks(_ path: String) throws(DatabaseError) -> String {
    var path = absolute(path)
    for _ in 0..<40 {
      // Asking for the target of a file that is no link costs an error.
      guard quarry_is_link(path) != 0, let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      else { return path }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    throw DatabaseError(.cannotOpen, "can't write \(path): too many symbolic links point to one another")
  }
}
