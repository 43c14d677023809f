package import Quarry

extension SQLiteLocation {
  /// Returns a path from the root, so that it names the same file after the current folder was changed.
  ///
  /// - Parameter path: A path; one that begins at the root is answered as it is.
  public static func absolutePath(_ path: String) -> String { SQLiteFile.absolute(path) }

  /// The name by which change tokens know a database file, whichever path leads to it.
  package static func databaseName(ofFile path: String) -> String { "file " + SQLiteFile.canonical(path) }

  /// What logs and traces call a file.
  package static func endpoint(ofFile path: String) -> DatabaseEndpoint {
    DatabaseEndpoint(systemName: "sqlite", namespace: path.split(separator: "/").last.map { String($0) })
  }
}
