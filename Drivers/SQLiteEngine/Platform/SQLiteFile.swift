internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The file functions of the driver.
enum SQLiteFile {
  /// Makes sure that a path is valid.
  static func checkPath(_ path: String) throws(DatabaseError) {
    if path.isEmpty {
      throw DatabaseError(.invalidConfiguration, "the path of the database is empty: give the path of a file")
    }
    if path.utf8.contains(0) {
      throw DatabaseError(.invalidConfiguration, "the path of the database contains a zero byte: give another path")
    }
  }

  /// The path in a form with which the engine opens exactly that file: not `:memory:`, and not a URI.
  static func unambiguous(_ path: String) -> String {
    path.hasPrefix("/") || !(path.hasPrefix(":") || path.lowercased().hasPrefix("file:")) ? path : "./" + path
  }

  /// The path without symbolic links, as far as the file exists: the same for all paths of the file.
  static func canonical(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

  /// The absolute path, so that it names the same file after the current folder changed.
  static func absolute(_ path: String) -> String {
    #if os(Windows)
    return URL(filePath: path).path
    #else
    guard !path.isEmpty, !path.hasPrefix("/") else { return path }
    let folder = FileManager.default.currentDirectoryPath
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
    #endif
  }

  /// The name of a database in memory that the connections of the process share.
  ///
  /// Since 3.36 the engine has such databases with separate locks; before, they share a cache. The name is
  /// percent-encoded as bytes.
  ///
  /// Sources: <https://sqlite.org/uri.html>, <https://sqlite.org/inmemorydb.html#sharedmemdb>.
  static func sharedMemoryURI(_ name: String, engineVersion: EngineVersion) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return engineVersion >= EngineVersion(3, 36)
      ? "file:/quarry-\(encoded)?vfs=memdb" : "file:quarry-\(encoded)?mode=memory&cache=shared"
  }

  /// The visible obstacle to opening a file: the reason, what to do, and the code, or `nil` if there is none.
  static func obstacle(
    at path: String, mode: SQLiteOpenMode
  ) -> (reason: String, advice: String, code: DatabaseError.Code)? {
    let files = FileManager.default
    var isFolder: Bool = false
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      if isFolder { return ("it is a folder", "give the path of a file", .cannotOpen) }
      if isSpecial(path) { return ("it is a pipe, a device or a socket", "give the path of a file", .cannotOpen) }
      if !files.isReadableFile(atPath: path) {
        return ("this process may not read the file", "correct its permissions", .permission)
      }
      if mode != .readOnly, !files.isWritableFile(atPath: path) {
        return ("this process may not write the file", "correct its permissions or open it with mode=ro", .permission)
      }
      return nil
    }
    let parent = folder(of: path)
    guard files.fileExists(atPath: parent, isDirectory: &isFolder) else {
      return ("the folder \(parent) does not exist", "create it or correct the path", .cannotOpen)
    }
    if !isFolder { return ("\(parent) is not a folder", "correct the path", .cannotOpen) }
    if mode != .readWriteCreate {
      return ("there is no such file", "correct the path or open it with mode=rwc, which creates it", .cannotOpen)
    }
    if !files.isWritableFile(atPath: parent) {
      return ("this process may not create files in \(parent)", "correct its permissions", .permission)
    }
    return nil
  }

  /// The folder that a file is in.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(where: { $0 == "/" || isWindowsSeparator($0) }) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isWindowsSeparator(_ character: Character) -> Bool {
    #if os(Windows)
    character == "\\"
    #else
    false
    #endif
  }

  /// Whether there is a file or folder.
  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  /// Removes a file, if there is one.
  static func remove(_ path: String) { if exists(path) { try? FileManager.default.removeItem(atPath: path) } }

  /// The bytes of a file.
  static func contents(of path: String) throws(DatabaseError) -> [UInt8] {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw DatabaseError(.inputOutput, "can't read \(path)")
    }
    return Array(content)
  }

  /// Writes a file.
  static func write(_ bytes: [UInt8], to path: String) throws(DatabaseError) {
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw DatabaseError(.inputOutput, "can't write \(path)", underlying: error)
    }
  }
}
