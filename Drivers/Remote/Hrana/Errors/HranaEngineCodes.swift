package import Quarry

/// The names of SQLite's result codes, primary and extended, as servers write them.
///
/// Source: <https://sqlite.org/rescode.html>.
package enum HranaEngineCodes {
  /// The number of a name, or `nil` for a name that is not SQLite's.
  package static func code(_ name: String) -> DatabaseError.EngineCode? {
    numbers[name].map { DatabaseError.EngineCode(rawValue: $0) }
  }

  private static let numbers: [String: Int32] = {
    var numbers = primary
    // One server's name for a code that its own list lacks: mostly SQLITE_ERROR.
    numbers["SQLITE_UNKNOWN"] = 1
    for (name, (number, extensions)) in extended {
      for (index, suffix) in extensions.enumerated() where !suffix.isEmpty {
        numbers["SQLITE_\(name)_\(suffix)"] = number | Int32(index + 1) << 8
      }
    }
    return numbers
  }()

  private static let primary: [String: Int32] = [
    "SQLITE_ERROR": 1, "SQLITE_INTERNAL": 2, "SQLITE_PERM": 3, "SQLITE_ABORT": 4, "SQLITE_BUSY": 5,
    "SQLITE_LOCKED": 6, "SQLITE_NOMEM": 7, "SQLITE_READONLY": 8, "SQLITE_INTERRUPT": 9, "SQLITE_IOERR": 10,
    "SQLITE_CORRUPT": 11, "SQLITE_NOTFOUND": 12, "SQLITE_FULL": 13, "SQLITE_CANTOPEN": 14, "SQLITE_PROTOCOL": 15,
    "SQLITE_EMPTY": 16, "SQLITE_SCHEMA": 17, "SQLITE_TOOBIG": 18, "SQLITE_CONSTRAINT": 19, "SQLITE_MISMATCH": 20,
    "SQLITE_MISUSE": 21, "SQLITE_NOLFS": 22, "SQLITE_AUTH": 23, "SQLITE_FORMAT": 24, "SQLITE_RANGE": 25,
    "SQLITE_NOTADB": 26,
  ]

  /// The extended codes of a primary code, in the order of their numbers.
  private static let extended: [String: (Int32, [String])] = [
    "ERROR": (1, ["MISSING_COLLSEQ", "RETRY", "SNAPSHOT"]),
    "ABORT": (4, ["", "ROLLBACK"]),
    "BUSY": (5, ["RECOVERY", "SNAPSHOT", "TIMEOUT"]),
    "LOCKED": (6, ["SHAREDCACHE", "VTAB"]),
    "READONLY": (8, ["RECOVERY", "CANTLOCK", "ROLLBACK", "DBMOVED", "CANTINIT", "DIRECTORY"]),
    "IOERR": (
      10,
      [
        "READ", "SHORT_READ", "WRITE", "FSYNC", "DIR_FSYNC", "TRUNCATE", "FSTAT", "UNLOCK", "RDLOCK", "DELETE",
        "BLOCKED", "NOMEM", "ACCESS", "CHECKRESERVEDLOCK", "LOCK", "CLOSE", "DIR_CLOSE", "SHMOPEN", "SHMSIZE",
        "SHMLOCK", "SHMMAP", "SEEK", "DELETE_NOENT", "MMAP", "GETTEMPPATH", "CONVPATH", "VNODE", "AUTH",
        "BEGIN_ATOMIC", "COMMIT_ATOMIC", "ROLLBACK_ATOMIC", "DATA", "CORRUPTFS", "IN_PAGE",
      ]
    ),
    "CORRUPT": (11, ["VTAB", "SEQUENCE", "INDEX"]),
    "CANTOPEN": (14, ["NOTEMPDIR", "ISDIR", "FULLPATH", "CONVPATH", "DIRTYWAL", "SYMLINK"]),
    "CONSTRAINT": (
      19,
      [
        "CHECK", "COMMITHOOK", "FOREIGNKEY", "FUNCTION", "NOTNULL", "PRIMARYKEY", "TRIGGER", "UNIQUE", "VTAB",
        "ROWID", "PINNED", "DATATYPE",
      ]
    ),
    "AUTH": (23, ["USER"]),
  ]
}
