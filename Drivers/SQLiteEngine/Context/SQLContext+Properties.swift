public import Quarry

extension SQLContext {
  /// The rowid of the last inserted row of this connection, or 0 if there is none.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var lastInsertedRowID: Int64 {
    get throws { try integer("SELECT last_insert_rowid()") ?? 0 }
  }

  /// The number of rows changed since the connection was opened, including triggers.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var totalChanges: Int64 {
    get throws { try integer("SELECT total_changes()") ?? 0 }
  }

  /// The version of the library.
  public var version: EngineVersion { engine.version }

  /// The user version of the database: 32 bits, 0 in a new database.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_user_version>.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var userVersion: Int32 {
    get throws { Int32(truncatingIfNeeded: try integer("PRAGMA user_version") ?? 0) }
  }

  /// Sets the user version of the database.
  ///
  /// - Throws: ``DatabaseError`` with code `.readOnly`, `.connectionClosed`, or what the engine reports.
  public func setUserVersion(_ version: Int32) throws {
    try set("user_version", "\(version)", expecting: Int64(version))
  }

  /// The application ID of the database file: 32 bits.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var applicationID: Int32 {
    get throws { Int32(truncatingIfNeeded: try integer("PRAGMA application_id") ?? 0) }
  }

  /// Sets the application ID of the database file.
  ///
  /// - Throws: ``DatabaseError`` with code `.readOnly`, `.connectionClosed`, or what the engine reports.
  public func setApplicationID(_ identifier: Int32) throws {
    try set("application_id", "\(identifier)", expecting: Int64(identifier))
  }

  /// Whether foreign keys are enforced. On by default.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var enforcesForeignKeys: Bool {
    get throws { try integer("PRAGMA foreign_keys") == 1 }
  }

  /// Sets whether foreign keys are enforced.
  ///
  /// - Throws: ``DatabaseError`` with code `.transactionState` inside a transaction, where the engine would silently
  ///   change nothing (<https://sqlite.org/pragma.html#pragma_foreign_keys>).
  public func setEnforcesForeignKeys(_ enforces: Bool) throws {
    if isInTransaction {
      throw DatabaseError(
        .transactionState, "the enforcement of foreign keys can't be changed inside a transaction; do it before")
    }
    try set("foreign_keys", enforces ? "1" : "0", expecting: enforces ? 1 : 0)
  }

  /// Whether reads see uncommitted rows of other connections of a shared cache.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var readsUncommitted: Bool {
    get throws { try integer("PRAGMA read_uncommitted") == 1 }
  }

  /// Sets whether reads see uncommitted rows of other connections of a shared cache.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public func setReadsUncommitted(_ reads: Bool) throws {
    try set("read_uncommitted", reads ? "1" : "0", expecting: reads ? 1 : 0)
  }

  /// The encoding of texts in the database: `UTF-8`, `UTF-16le` or `UTF-16be`.
  ///
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or what the engine reports.
  public var encoding: String {
    get throws {
      guard case .text(let name)? = try fetchOne(Scalar("PRAGMA encoding")) else { return "" }
      return name
    }
  }

  /// Sets the encoding of an empty database.
  ///
  /// - Throws: ``DatabaseError`` with code `.statementFailed` if the database has content, where the engine would
  ///   silently change nothing (<https://sqlite.org/pragma.html#pragma_encoding>).
  public func setEncoding(_ name: String) throws {
    let known = ["UTF-8", "UTF-16", "UTF-16le", "UTF-16be"]
    guard let name = known.first(where: { $0.lowercased() == name.lowercased() }) else {
      throw DatabaseError(.invalidConfiguration, "an encoding is one of \(known.joined(separator: ", "))")
    }
    try execute(SQLFragment(raw: "PRAGMA encoding = '\(name)'"))
    guard try encoding.lowercased().hasPrefix(name.lowercased()) else {
      throw DatabaseError(.statementFailed, "the encoding of a database that has content can't be changed")
    }
  }

  private func integer(_ sql: SQLFragment) throws -> Int64? {
    guard case .integer(let value)? = try fetchOne(Scalar(sql)) else { return nil }
    return value
  }

  private func set(_ pragma: String, _ value: String, expecting expected: Int64) throws {
    try execute(SQLFragment(raw: "PRAGMA \(pragma) = \(value)"))
    guard try integer(SQLFragment(raw: "PRAGMA \(pragma)")) == expected else {
      throw DatabaseError(.statementFailed, "the engine didn't take PRAGMA \(pragma)")
    }
  }
}

/// The first column of a statement's rows.
struct Scalar: SQLFetchable {
  let fragment: SQLFragment

  init(_ fragment: SQLFragment) { self.fragment = fragment }

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { fragment }

  func decode(_ row: inout SQLRowDecoder) throws -> SQLValue { try row.decode(SQLValue.self, coding: nil) }
}
