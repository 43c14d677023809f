package import Quarry

extension SQLiteLocation {
  /// Returns an absolute path, so that it names the same file after the current folder changed.
  ///
  /// - Parameter path: A path. An absolute path is returned unchanged.
  public static func absolutePath(_ path: String) -> String { SQLiteFile.absolute(path) }

  /// The name by which change tokens know a database file, the same for all paths of the file.
  package static func databaseName(ofFile path: String) -> String { "file " + SQLiteFile.canonical(path) }

  /// The endpoint of a file in logs and traces.
  package static func endpoint(ofFile path: String) -> DatabaseEndpoint {
    DatabaseEndpoint(systemName: "sqlite", namespace: path.split(separator: "/").last.map { String($0) })
  }
}
