internal import Quarry

/// The location of a connection's database.
public enum SQLiteLocation: Sendable, Hashable {
  /// In a file.
  ///
  /// The path has no special characters: blanks, quotes, `%`, `?` and `#` mean themselves.
  case file(path: String, mode: SQLiteOpenMode)
  /// In memory, private to one connection. It ends when the connection closes.
  case memory
  /// In memory, shared by every connection of this process with that name and the same library. It ends when the last
  /// of them closes.
  case sharedMemory(name: String)
}

/// The access to a database file.
public enum SQLiteOpenMode: String, Sendable, Hashable, CaseIterable {
  /// Reading only. The file must exist.
  case readOnly = "ro"
  /// Reading and writing. The file must exist.
  case readWrite = "rw"
  /// Reading and writing. A file that doesn't exist is created.
  case readWriteCreate = "rwc"
}

extension SQLiteLocation {
  /// The path of the file, or `nil` for memory.
  public var path: String? {
    if case .file(let path, _) = self { path } else { nil }
  }

  /// What may be done with the file; for memory, everything.
  var mode: SQLiteOpenMode {
    if case .file(_, let mode) = self { mode } else { .readWriteCreate }
  }

  /// How changes by others are learned of: a private database in memory has no others, and a shared one can be asked.
  var changeDetection: DriverCapabilities.ChangeDetection {
    switch self {
    case .file: .events
    case .memory: .none
    case .sharedMemory: .position
    }
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
