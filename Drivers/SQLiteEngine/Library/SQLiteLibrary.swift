package import CQuarrySQLite

/// A SQLite library that is loaded into the process: the system's SQLite, SQLCipher, or any other build.
///
/// Several libraries work side by side, although all of them export the same symbols, because each has a separate
/// table of functions. A library is loaded and checked once, and stays until the process ends. Every request for it
/// returns the same object. The object never changes, so any thread can use it.
public final class SQLiteLibrary: Sendable {
  /// The oldest SQLite that is accepted, as SQLite writes versions: 3.15.0.
  public static let minimumVersion = "3.15.0"

  /// The oldest SQLite that is accepted, as a number: 3015000.
  public static let minimumVersionNumber = 3_015_000

  /// The functions of the library.
  ///
  /// Required functions always exist; optional ones are `Optional` in Swift. Never pass connections and statements of
  /// one library to the functions of another.
  // Sound: the table is written before this object exists, is never written or freed afterwards, and holds
  // nothing but addresses of code.
  package nonisolated(unsafe) let api: UnsafePointer<quarry_sqlite_api>

  /// The file of the library, or an empty text if the platform doesn't report it.
  public let path: String

  /// The version of SQLite in the library, such as `3.40.1`. For SQLCipher, the version of the SQLite inside.
  public let version: String

  /// The version of SQLite as one number: `3_040_001` is 3.40.1.
  public let versionNumber: Int

  /// The check-in from which the library was built (<https://www.sqlite.org/c3ref/libversion.html>).
  public let sourceID: String

  /// The options the library was compiled with, without their prefix `SQLITE_`, in the library's order.
  ///
  /// Empty if the library was built without this list (`SQLITE_OMIT_COMPILEOPTION_DIAGS`).
  public let compileOptions: [String]

  /// The optional functions that the library lacks, because it is older or was built without them.
  public let missingOptionalSymbols: [String]

  /// Creates a library from a filled and checked table, which must exist forever.
  init(checked api: UnsafePointer<quarry_sqlite_api>) {
    self.api = api
    path = Self.path(of: api)
    version = Self.text(api.pointee.libversion())
    versionNumber = Int(api.pointee.libversion_number())
    sourceID = Self.text(api.pointee.sourceid())
    compileOptions = Self.compileOptions(of: api)
    missingOptionalSymbols = Self.missingSymbols(of: api, required: false)
  }

  /// The location from which this library can be loaded again: usually its file, or the program itself.
  public var location: Location { path.isEmpty ? .process : .file(path) }

  /// Returns whether the library exports a function, given its full name, such as `sqlite3_changes64`.
  ///
  /// This works for every name, even of functions that Quarry never calls.
  public func hasSymbol(_ name: String) -> Bool {
    quarry_sqlite_has_symbol(api, name) != 0
  }
}

extension SQLiteLibrary: CustomStringConvertible {
  /// The version and the file, for messages and logs.
  public var description: String { "SQLite \(version) (\(path))" }
}
