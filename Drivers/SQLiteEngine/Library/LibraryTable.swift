import CQuarrySQLite

/// A table of functions between loading and use: filled, but not checked yet.
///
/// A table that isn't kept unloads its library.
final class LibraryTable {
  /// The source of the table, for messages.
  let name: String

  /// The address of the library's code, which identifies a library whatever its name.
  let address: UInt

  private let api: UnsafeMutablePointer<quarry_sqlite_api>
  private var isKept = false

  /// Loads a candidate.
  ///
  /// - Throws: ``SQLiteLibraryError/Code/notFound``, ``SQLiteLibraryError/Code/unreadable`` or
  ///   ``SQLiteLibraryError/Code/notALibrary``.
  init(loading candidate: SQLiteLibrary.Location.Candidate) throws(SQLiteLibraryError) {
    let name = candidate.description
    let path: String? =
      switch candidate {
      case .file(let path): path
      case .process: nil
      }
    // The platform's loader takes an empty path for the program itself, and a zero byte for the end.
    if let path, path.isEmpty || path.utf8.contains(0) {
      throw SQLiteLibraryError(
        .notFound, library: name,
        message: "the path of a SQLite library is empty or contains a zero byte: give a path or a name")
    }
    let api = UnsafeMutablePointer<quarry_sqlite_api>.allocate(capacity: 1)
    if let reason = quarry_sqlite_load(path, quarry_sqlite_load_flags(), api) {
      let text = String(cString: reason)
      api.deallocate()
      throw Self.failure(of: name, reason: text)
    }
    self.name = name
    self.api = api
    address = UInt(quarry_sqlite_code_address(api))
  }

  deinit {
    guard !isKept else { return }
    quarry_sqlite_unload(api)
    api.deallocate()
  }

  /// Keeps the table permanently and reserves its place among the SQL functions.
  ///
  /// - Throws: ``SQLiteLibraryError/Code/tooManyLibraries``.
  func keep() throws(SQLiteLibraryError) -> UnsafePointer<quarry_sqlite_api> {
    guard quarry_sqlite_claim_slot(api) != 0 else {
      throw SQLiteLibraryError(
        .tooManyLibraries, library: name,
        message: """
          cannot use the SQLite library \(name): this process uses \(quarry_sqlite_slot_count()) of them already, \
          which is the limit
          """)
    }
    isKept = true
    return UnsafePointer(api)
  }

  /// Makes sure that the SQLite in the library is new enough and has every required function.
  ///
  /// The version is checked first, because an old SQLite lacks functions too, but its version explains more.
  ///
  /// - Throws: ``SQLiteLibraryError/Code/tooOld`` or ``SQLiteLibraryError/Code/missingSymbols``.
  func checkFunctions(minimumVersion: Int = SQLiteLibrary.minimumVersionNumber) throws(SQLiteLibraryError) {
    let missing = SQLiteLibrary.missingSymbols(of: api, required: true)
    if !missing.contains("sqlite3_libversion"), !missing.contains("sqlite3_libversion_number") {
      try checkVersion(minimum: minimumVersion)
    }
    guard !missing.isEmpty else { return }
    let shown = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    let advice =
      address == 0
      ? "it is not a SQLite library: give the path of one"
      : "it was built without them: use another build of SQLite"
    throw SQLiteLibraryError(
      .missingSymbols, library: name,
      message: "cannot use \(name): \(missing.count) needed functions are missing (\(shown)); \(advice)",
      missingSymbols: missing)
  }

  private func checkVersion(minimum: Int) throws(SQLiteLibraryError) {
    guard Int(api.pointee.libversion_number()) < minimum else { return }
    let found = SQLiteLibrary.text(api.pointee.libversion())
    let required = Self.versionText(minimum)
    throw SQLiteLibraryError(
      .tooOld, library: name,
      message: "cannot use \(name): it contains SQLite \(found), and \(required) or later is needed",
      foundVersion: found, requiredVersion: required)
  }

  /// Makes sure that the library may be used from several threads at all. Needs checked functions.
  ///
  /// Both other modes will do (<https://www.sqlite.org/threadsafe.html>), since a connection has one user at a time.
  ///
  /// - Throws: ``SQLiteLibraryError/Code/notThreadSafe``.
  func checkThreadSafety() throws(SQLiteLibraryError) {
    guard api.pointee.threadsafe() == 0 else { return }
    throw SQLiteLibraryError(
      .notThreadSafe, library: name,
      message: "cannot use \(name): it was built with SQLITE_THREADSAFE=0; use a build without that option")
  }

  /// A version as SQLite writes it: 3015002 is "3.15.2".
  static func versionText(_ number: Int) -> String {
    "\(number / 1_000_000).\(number / 1000 % 1000).\(number % 1000)"
  }

  /// Finds the reason of a failure of the platform's loader.
  ///
  /// The loader looks up a name without folder in its own places, so there is no file to check.
  private static func failure(of name: String, reason loaderText: String) -> SQLiteLibraryError {
    // Most loaders begin with the name, which the message has already.
    let prefix = name + ": "
    let reason = loaderText.hasPrefix(prefix) ? String(loaderText.dropFirst(prefix.count)) : loaderText
    let hasFolder = name.contains("/") || name.contains("\\")
    guard hasFolder else {
      return SQLiteLibraryError(
        .notFound, library: name,
        message: "cannot load the SQLite library \(name): \(reason); install it, or give the path of a library")
    }
    switch Int(quarry_file_state(name)) {
    case QUARRY_FILE_READABLE:
      return SQLiteLibraryError(
        .notALibrary, library: name,
        message: "cannot load \(name): \(reason); give the path of a SQLite library for this platform")
    case QUARRY_FILE_MISSING:
      return SQLiteLibraryError(
        .notFound, library: name, message: "there is no SQLite library at \(name): correct the path")
    default:
      return SQLiteLibraryError(
        .unreadable, library: name,
        message: "the SQLite library \(name) cannot be read: \(reason); correct its permissions or the path")
    }
  }
}
