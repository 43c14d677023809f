/// Why a SQLite library could not be used.
public struct SQLiteLibraryError: Error, Sendable, Hashable {
  /// What kind of failure it was. More kinds may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name of the code, as it is written in Swift.
    public let description: String

    /// Makes a code from its name, for the constants below.
    init(_ name: String) { description = name }

    /// There is no such file, or the platform's loader found nothing under that name.
    public static let notFound = Code("notFound")
    /// The file is there and may not be read.
    public static let unreadable = Code("unreadable")
    /// The file can be read and is not a library that this process can load.
    public static let notALibrary = Code("notALibrary")
    /// It is a library, but not one of SQLite, or one built without what is needed: see ``missingSymbols``.
    public static let missingSymbols = Code("missingSymbols")
    /// The SQLite in it is too old: see ``foundVersion`` and ``requiredVersion``.
    public static let tooOld = Code("tooOld")
    /// It was built with `SQLITE_THREADSAFE=0` and cannot serve a program with threads.
    public static let notThreadSafe = Code("notThreadSafe")
    /// The process uses as many SQLite libraries as it can already.
    public static let tooManyLibraries = Code("tooManyLibraries")
  }

  /// What kind of failure it was.
  public let code: Code

  /// The file or name that was tried; of several, the one whose failure says most.
  public let library: String

  /// What happened and what to do about it, in one text.
  public let message: String

  /// The functions that are missing, with ``Code/missingSymbols``.
  public let missingSymbols: [String]

  /// The version that was found, with ``Code/tooOld``.
  public let foundVersion: String?

  /// The version that is needed at least, with ``Code/tooOld``.
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
