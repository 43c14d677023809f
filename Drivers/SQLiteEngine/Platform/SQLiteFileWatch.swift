internal import Quarry

/// Watches the file of a database and what the engine writes beside it: its journal, its write-ahead log.
///
/// What is watched differs by platform, one file for each. A sign may come before what was written can be seen, or without
/// anything to see.
extension SQLiteFileWatch {
  /// The names that belong to a database, in its folder. The index of the log is no sign: it is changed through memory.
  static func names(ofFile path: String) -> Set<String> {
    let name = String(path.split(separator: "/").last ?? "")
    return [name, name + "-wal", name + "-journal"]
  }

  /// The folder of a file.
  static func folder(ofFile path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
