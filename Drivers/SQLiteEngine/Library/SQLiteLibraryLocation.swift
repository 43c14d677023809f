extension SQLiteLibrary {
  /// Where to look for a library.
  public struct Location: Sendable, Hashable {
    /// One place to look.
    enum Candidate: Sendable, Hashable {
      /// A file, or a name that the platform's loader looks up in its folders.
      case file(String)
      /// What is linked into the program already.
      case process
    }

    /// The places, in the order in which they are tried. The first that works is taken.
    let candidates: [Candidate]

    /// The system's SQLite, under the names it has on this platform.
    public static let systemSQLite = Location(candidates: names(sqlite).map(Candidate.file))

    /// An installed SQLCipher, under the names it has on this platform.
    public static let systemSQLCipher = Location(candidates: names(sqlCipher).map(Candidate.file))

    /// A SQLite that is linked into the program already, or loaded with its symbols visible to all.
    public static let process = Location(candidates: [.process])

    /// One file, or one name for the platform's loader to look up.
    ///
    /// - Parameter path: A path, which contains a slash (`/opt/sqlite/libsqlite3.so`), or a name (`libsqlite3.so.0`).
    public static func file(_ path: String) -> Location {
      Location(candidates: [.file(path)])
    }

    /// Several files or names, of which the first that works is taken.
    public static func firstOf(_ paths: [String]) -> Location {
      Location(candidates: paths.map(Candidate.file))
    }
  }
}

extension SQLiteLibrary.Location.Candidate: CustomStringConvertible {
  var description: String {
    switch self {
    case .file(let path): path
    case .process: "the program itself"
    }
  }
}
