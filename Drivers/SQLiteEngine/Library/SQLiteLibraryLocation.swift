extension SQLiteLibrary {
  /// The place of a library.
  public struct Location: Sendable, Hashable {
    /// One place to look.
    enum Candidate: Sendable, Hashable {
      /// A file, or a name that the platform's loader looks up in its folders.
      case file(String)
      /// The symbols that are already linked into the program.
      case process
    }

    /// The places, in the order in which they are tried. The first that works is used.
    let candidates: [Candidate]

    /// The system's SQLite, under its names on this platform.
    public static let systemSQLite = Location(candidates: names(sqlite).map(Candidate.file))

    /// An installed SQLCipher, under its names on this platform.
    public static let systemSQLCipher = Location(candidates: names(sqlCipher).map(Candidate.file))

    /// A SQLite that is already linked into the program, or loaded with global symbols.
    public static let process = Location(candidates: [.process])

    /// Returns the location of one file, or of one name for the platform's loader to look up.
    ///
    /// - Parameter path: A path, which contains a slash (`/opt/sqlite/libsqlite3.so`), or a name (`libsqlite3.so.0`).
    public static func file(_ path: String) -> Location {
      Location(candidates: [.file(path)])
    }

    /// Returns the location of the first of several files or names that works.
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
