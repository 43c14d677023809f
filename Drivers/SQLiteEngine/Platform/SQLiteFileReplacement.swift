package import Quarry

/// A file that is written in a folder beside its place, and moved there atomically when it is complete.
///
/// If the value is deallocated before, nothing is left of the file.
package final class SQLiteFileReplacement {
  /// The path at which the file is written.
  package let temporaryPath: String
  private let path: String
  private let parent: String
  private let isPrivate: Bool
  /// The folder goes with the value.
  private let work: SQLiteWorkFolder

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - path: The place, where a file may already exist.
  ///   - isPrivate: Whether a new file is readable only by its owner.
  /// - Throws: ``DatabaseError`` if no file can be written there, and with code `.busy` for a database in use.
  package init(of path: String, isPrivate: Bool) throws(DatabaseError) {
    try SQLiteFile.checkPath(path)
    let path = try SQLiteFile.followingLinks(path)
    if let (reason, advice, code) = SQLiteFile.obstacle(at: path, mode: .readWriteCreate) {
      throw DatabaseError(code, "can't write \(path): \(reason); \(advice)")
    }
    for suffix in ["-wal", "-journal"] where SQLiteFile.exists(path + suffix) {
      throw DatabaseError(
        .busy, "can't replace \(path): \(path + suffix) shows that it is in use, or wasn't closed; close it first")
    }
    let (parent, name) = SQLiteFile.place(of: path)
    work = try SQLiteWorkFolder(in: parent, for: name)
    temporaryPath = work.file("copy.db")
    self.path = path
    self.parent = parent
    self.isPrivate = isPrivate
  }

  /// Moves the file to its place.
  package func complete() throws(DatabaseError) {
    if let before = SQLiteFile.owner(path) {
      guard SQLiteFile.setOwner(temporaryPath, before) else {
        throw DatabaseError(.permission, "can't give the new file the permissions of \(path)")
      }
    } else if isPrivate, !SQLiteFile.setPermissions(temporaryPath, 0o600) {
      throw DatabaseError(.permission, "can't keep the new file \(path) from other users")
    }
    guard SQLiteFile.synchronize(temporaryPath) else {
      throw DatabaseError(.inputOutput, "can't have the disk keep the new file \(path)")
    }
    try SQLiteFile.rename(temporaryPath, to: path)
    // Some file systems have no such thing; the file is in its place all the same.
    _ = SQLiteFile.synchronize(parent)
  }
}
