/// Where the database of a connection is.
public enum SQLiteLocation: Sendable, Hashable {
  /// In a file.
  ///
  /// The path is taken as it is: blanks, quotes, `%`, `?` and `#` have no meaning of their own.
  case file(path: String, mode: SQLiteOpenMode)
  /// In memory, seen by one connection and gone when it closes.
  case memory
  /// In memory, seen by every connection of this process that names it on the same library, and gone when the last one
  /// closes.
  case sharedMemory(name: String)
}

/// What may be done with a database file.
public enum SQLiteOpenMode: String, Sendable, Hashable, CaseIterable {
  /// Only reading; the file must exist.
  case readOnly = "ro"
  /// Reading and writing; the file must exist.
  case readWrite = "rw"
  /// Reading and writing; a file that does not exist is created.
  case readWriteCreate = "rwc"
}

extension SQLiteLocation {
  /// The path of the file, or `nil` for memory.
  public var path: String? {
    if case .file(let path, _) = self { path } else { nil }
  }

  /// Whether the database may only be read.
  var isReadOnly: Bool {
    if case .file(_, .readOnly) = self { true } else { false }
  }
}

extension SQLiteLocation: CustomStringConvertible {
  /// The path, or `memory`, for messages.
  public var description: String {
    switch self {
    case .file(let path, _): path
    case .memory: "memory"
    case .sharedMemory(let name): "memory:\(name)"
    }
  }
}

extension SQLiteLocation {
  /// A path from the root, so that it names the same file after the current folder was changed.
  ///
  /// - Parameter path: A path; one that begins at the root is answered as it is.
  public static func absolutePath(_ path: String) -> String { SQLiteFile.absolute(path) }

  /// The name by which change tokens know a database file, whichever path leads to it.
  package static func databaseName(ofFile path: String) -> String { "file " + SQLiteFile.canonical(path) }
}
