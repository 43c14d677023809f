/// The reason why a SQLite library can't be used.
public struct SQLiteLibraryError: Error, Sendable, Hashable {
  /// The kind of failure. More kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the code, as written in Swift.
    public let description: String

    /// Makes a code from its name, for the constants below.
    init(_ name: String) { description = name }

    /// There is no such file, or the platform's loader found nothing of that name.
    public static let notFound = Code("notFound")
    /// The file exists, but can't be read.
    public static let unreadable = Code("unreadable")
    /// The file can be read, but isn't a library that this process can load.
    public static let notALibrary = Code("notALibrary")
    /// It is a library, but not SQLite, or it was built without required functions. See ``missingSymbols``.
    public static let missingSymbols = Code("missingSymbols")
    /// Its SQLite is too old. See ``foundVersion`` and ``requiredVersion``.
    public static let tooOld = Code("tooOld")
    /// It was built with `SQLITE_THREADSAFE=0` and cannot serve a program with threads.
    public static let notThreadSafe = Code("notThreadSafe")
    /// The process already uses the maximum number of SQLite libraries.
    public static let tooManyLibraries = Code("tooManyLibraries")
  }

  /// The kind of failure.
  public let code: Code

  /// The file or name that was tried. Of several, the one with the most informative failure.
  public let library: String

  /// What happened and what to do about it, in one text.
  public let message: String

  /// The missing functions, with ``Code/missingSymbols``.
  public let missingSymbols: [String]

  /// The found version, with ``Code/tooOld``.
  public let foundVersion: String?

  /// The oldest supported version, with ``Code/tooOld``.
  public let requiredVersion: String?

  init(
    _ code: Code, library: String, message: String, missingSymbols: [String] = [],
    foundVersion: String? = nil, requiredVersion: String? = nil
  ) {
    self.code = code
    self.library = library
    self.message = message
    self.missingSymbols = missingSymbols
    self.foundVersion = foundVersion
    self.requiredVersion = requiredVersion
  }
}

extension SQLiteLibraryError: CustomStringConvertible {
  /// What happened and what to do about it.
  public var description: String { message }
}
