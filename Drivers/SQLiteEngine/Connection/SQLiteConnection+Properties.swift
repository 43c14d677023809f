internal import CQuarrySQLite
public import Quarry

/// Properties of the database and of the connection. Every setter checks that the engine took the value, and throws
/// otherwise.
extension SQLiteConnection {
  /// Returns whether the database has no table, view, index or trigger.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what reading the file throws.
  public func isEmpty() throws(DatabaseError) -> Bool { try integer(of: "SELECT count(*) FROM sqlite_master") == 0 }

  /// Returns the number in which a program stores the version of its schema, or 0 in a new database.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what reading the file throws, so that a damaged
  ///   file never looks like a new one.
  public func userVersion() throws(DatabaseError) -> Int32 { try header("user_version") }

  /// Sets the number in which a program stores the version of its schema.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if the number exceeds 32 bits, which the engine would
  ///   truncate, or `.readOnly`.
  public func setUserVersion(_ version: Int64) throws(DatabaseError) { try setHeader("user_version", version) }

  /// Returns the number of the application that the file belongs to, or 0 if it isn't set.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what reading the file throws.
  public func applicationID() throws(DatabaseError) -> Int32 { try header("application_id") }

  /// Sets the number of the application that the file belongs to.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if the number exceeds 32 bits, which the engine would
  ///   truncate, or `.readOnly`.
  public func setApplicationID(_ number: Int64) throws(DatabaseError) { try setHeader("application_id", number) }

  /// Sets whether the connection rejects every write (`PRAGMA query_only`).
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public func setReadsOnly(_ readsOnly: Bool) throws(DatabaseError) {
    try run("PRAGMA query_only = \(readsOnly ? 1 : 0)")
  }

  /// Returns whether foreign keys are enforced.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public func enforcesForeignKeys() throws(DatabaseError) -> Bool { try integer(of: "PRAGMA foreign_keys") == 1 }

  /// Turns the enforcement of foreign keys on or off.
  ///
  /// - Throws: ``DatabaseError`` with code `.transactionState` inside a transaction, where the engine would ignore
  ///   the change.
  public func setEnforcesForeignKeys(_ enforces: Bool) throws(DatabaseError) {
    _ = try openDatabase()
    guard transactionStatus == .idle else {
      throw DatabaseError(
        .transactionState, "foreign keys can't be turned on or off inside a transaction: end it first")
    }
    try run("PRAGMA foreign_keys = \(enforces ? 1 : 0)")
    guard try enforcesForeignKeys() == enforces else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without foreign keys")
    }
  }

  /// Returns the encoding of all texts in the database: `UTF-8`, `UTF-16le` or `UTF-16be`. Values are always UTF-8
  /// here.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what reading the file throws.
  public func encoding() throws(DatabaseError) -> String { try text(of: "PRAGMA encoding") ?? "UTF-8" }

  /// Sets the encoding of an empty database.
  ///
  /// - Parameter encoding: `UTF-8`, `UTF-16`, `UTF-16le` or `UTF-16be`.
  /// - Throws: ``DatabaseError`` with code `.invalidConfiguration` if the name is unknown, or if the encoding can't
  ///   be changed any more.
  public func setEncoding(_ encoding: String) throws(DatabaseError) {
    guard ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"].contains(encoding.uppercased()) else {
      throw DatabaseError(.invalidConfiguration, "the encoding is UTF-8, UTF-16, UTF-16le or UTF-16be")
    }
    try run("PRAGMA encoding = '\(encoding)'")
    let found = try self.encoding()
    guard found.uppercased().hasPrefix(encoding.uppercased()) else {
      throw DatabaseError(
        .invalidConfiguration, "the encoding of \(location) is \(found) and can't be changed, since it isn't empty")
    }
  }

  /// The longest time that a statement waits for a lock of another connection. The wait ends if the connection is
  /// interrupted.
  ///
  /// Source: <https://sqlite.org/c3ref/busy_timeout.html>.
  public var busyTimeout: Duration {
    get { .milliseconds(waiting.timeoutMilliseconds) }
    set { setBusyTimeout(newValue) }
  }

  private func header(_ name: String) throws(DatabaseError) -> Int32 {
    // The PRAGMA alone answers 0 for a file that cannot be read on some engines: look at the schema first.
    _ = try integer(of: "SELECT count(*) FROM sqlite_master")
    return Int32(truncatingIfNeeded: try integer(of: "PRAGMA \(name)") ?? 0)
  }

  private func setHeader(_ name: String, _ value: Int64) throws(DatabaseError) {
    guard let small = Int32(exactly: value) else {
      throw DatabaseError(.valueOutOfRange, "\(name) has 32 bits: \(value) is outside of \(Int32.min) to \(Int32.max)")
    }
    try run("PRAGMA \(name) = \(small)")
    guard try integer(of: "PRAGMA \(name)") == Int64(small) else {
      throw DatabaseError(.readOnly, "\(name) of \(location) can't be changed")
    }
  }
}
