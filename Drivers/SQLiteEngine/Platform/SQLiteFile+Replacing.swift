internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SQLiteFile {
  /// Has a file written in a folder beside its place, and puts it there in one step when that has succeeded.
  ///
  /// A symbolic link at the place stays, and the file that it leads to is replaced. A file that is replaced hands its
  /// permissions and, as far as this process may give it, its owner on. File and folder are on the disk when the call
  /// returns. What processes that ended in the middle have left is removed.
  ///
  /// - Parameters:
  ///   - path: The place, where a file may be already.
  ///   - isPrivate: Whether a new file is for its owner only.
  ///   - body: Writes the file at the path that it is given. When it throws, nothing is left of the file.
  static func replacing(
    _ path: String, isPrivate: Bool, _ body: (String) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let replacement = try SQLiteFileReplacement(of: path, isPrivate: isPrivate)
    try body(replacement.temporaryPath)
    try replacement.complete()
  }

  /// Removes what processes that were killed while they wrote a new file for a place have left beside it.
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

  /// The path that a chain of symbolic links leads to, also when there is nothing yet.
  static func followingLinks(_ path: String) throws(DatabaseError) -> String {
    var path = absolute(path)
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    throw DatabaseError(.cannotOpen, "can't write \(path): too many symbolic links point to one another")
  }
}
