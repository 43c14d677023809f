internal import Quarry

/// Watches the file of a database and the files that the engine writes beside it: its journal and its write-ahead
/// log.
///
/// Each platform watches differently, in a separate file. An event can come before the change is visible, or without
/// a change.
extension SQLiteFileWatch {
  /// The names that belong to a database, in its folder. The index of the log isn't among them, because it changes
  /// through memory.
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
