internal import Quarry

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
