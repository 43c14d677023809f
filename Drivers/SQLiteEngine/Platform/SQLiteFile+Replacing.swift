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
    try checkPath(path)
    let path = try followingLinks(path)
    if let (reason, advice, code) = obstacle(at: path, mode: .readWriteCreate) {
      throw DatabaseError(code, "cannot write \(path): \(reason); \(advice)")
    }
    for suffix in ["-wal", "-journal"] where exists(path + suffix) {
      throw DatabaseError(
        .busy, "cannot replace \(path): \(path + suffix) shows that it is in use, or was not closed; close it first")
    }
    let parent = folder(of: path)
    let work = try SQLiteWorkFolder(in: parent, for: String(path.dropFirst(parent == "/" ? 1 : parent.count + 1)))
    // The folder goes with the value, and must not go before.
    defer { withExtendedLifetime(work) {} }
    let temporary = work.file("copy.db")
    try body(temporary)
    let before = owner(path)
    if let before {
      guard setOwner(temporary, before) else {
        throw DatabaseError(.permission, "cannot give the new file the permissions of \(path)")
      }
    } else if isPrivate, !setPermissions(temporary, 0o600) {
      throw DatabaseError(.permission, "cannot keep the new file \(path) from other users")
    }
    guard synchronize(temporary) else {
      throw DatabaseError(.inputOutput, "cannot have the disk keep the new file \(path)")
    }
    try rename(temporary, to: path)
    // Some file systems have no such thing; the file is in its place all the same.
    _ = synchronize(parent)
  }

  /// The path that a chain of symbolic links leads to, also when there is nothing yet.
  private static func followingLinks(_ path: String) throws(DatabaseError) -> String {
    var path = absolute(path)
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
      path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
    }
    throw DatabaseError(.cannotOpen, "cannot write \(path): too many symbolic links lead to one another")
  }
}
