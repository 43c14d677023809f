internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Prepares the first statement of `sql`.
  ///
  /// - Returns: The statement and the number of UTF-8 bytes that it took, or `nil` if the text has only blanks,
  ///   comments and semicolons.
  /// - Throws: ``DatabaseError`` with code `.syntax` if the SQL doesn't parse or contains a zero byte,
  ///   `.noSuchObject`, `.tooBig`, `.connectionClosed`, or what else the engine reports.
  public func prepareSynchronously(_ sql: String) throws(DatabaseError) -> PreparedStatement<SQLiteStatement>? {
    try prepareSynchronously(sql, from: 0)
  }

  /// Prepares the first statement of `sql` after a number of bytes. A long script can be read this way without
  /// copying the rest of it for each statement.
  ///
  /// ```swift
  /// var position = 0
  /// while let next = try connection.prepareSynchronously(script, from: position) {
  ///   position += next.byteCount
  ///   …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sql: The whole text.
  ///   - start: The position of a UTF-8 byte, from 0. A position beyond the end counts as the end.
  /// - Returns: The statement and its number of bytes, counted from `start`, as ``prepareSynchronously(_:)`` returns
  ///   them.
  /// - Throws: What ``prepareSynchronously(_:)`` throws. The offset of the error is counted from the beginning of
  ///   `sql`.
  public func prepareSynchronously(
    _ sql: String, from start: Int
  ) throws(DatabaseError) -> PreparedStatement<SQLiteStatement>? {
    var sql = sql
    sql.makeContiguousUTF8()
    let (text, length) = (sql, sql.utf8.count)
    return try inOneCall(changes: false) { database throws(DatabaseError) in
      try prepare(text, length: length, from: min(max(start, 0), length), database)
    }
  }

  private func prepare(
    _ sql: String, length: Int, from start: Int, _ database: OpaquePointer
  ) throws(DatabaseError) -> PreparedStatement<SQLiteStatement>? {
    let kind = SQLStatementKind(sql, from: start)
    if let setting = SQLiteSecrets.refusedSetting(of: kind) { throw SQLiteSecrets.refusal(of: setting) }
    // Some take effect when they are prepared.
    if kind.setsSomething { makeWay() }
    try requireReadableCopy(sql, from: start)
    waiting.begin()
    var statement: OpaquePointer?
    var taken = 0
    hooks.collected = nil
    var code = prepare(sql, from: start, database: database, statement: &statement, taken: &taken)
    if code == SQLiteResult.lockedSharedCache {
      code = retryingWhileLocked {
        prepare(sql, from: start, database: database, statement: &statement, taken: &taken)
      }
    }
    let exports = hooks.isTraceSuspended
    if exports {
      hooks.isTraceSuspended = false
      updateTrace(database)
    }
    guard code == SQLITE_OK else {
      // The engine's own reading of the text, whatever the text looks like.
      if let setting = hooks.refusedSetting {
        hooks.refusedSetting = nil
        throw SQLiteSecrets.refusal(of: setting)
      }
      if let zero = zeroByte(in: sql, from: start) { throw Self.zeroByteError(sql: sql, offset: zero) }
      var error = failure(code, sql: sql, offsetBase: start)
      if error.code == .syntax, error.message.hasPrefix("near "), endsTooEarly(sql, from: start) {
        error.code = .incompleteStatement
      }
      throw error
    }
    // The engine takes a zero byte for the end of the text: what follows would be dropped without a word.
    if start + taken < length, sql.utf8[sql.utf8.index(sql.utf8.startIndex, offsetBy: start + taken)] == 0 {
      if let statement { _ = api.pointee.finalize(statement) }
      throw Self.zeroByteError(sql: sql, offset: start + taken)
    }
    guard let statement else { return nil }
    openStatements.insert(statement)
    let text = taken == length ? sql : SQLiteLibrary.text(api.pointee.sql(statement))
    return PreparedStatement(
      statement: SQLiteStatement(
        connection: self, handle: statement, sql: text, kind: kind, exports: exports,
        collected: hooks.tracksEffects ? hooks.collected ?? SQLiteCollectedEffects() : nil), byteCount: taken)
  }

  /// Parses a statement. The text includes its zero byte at the end, so the engine copies only what it needs and
  /// applies its limit to the one statement instead of the whole text.
  private func prepare(
    _ sql: String, from start: Int, database: OpaquePointer, statement: inout OpaquePointer?, taken: inout Int
  ) -> Int32 {
    sql.withCString { text in
      var position = text + start
      // A text that begins with an empty statement gives no statement, and the rest of it.
      while true {
        var end: UnsafePointer<CChar>?
        let code = api.pointee.prepare_v2(database, position, -1, &statement, &end)
        let next = end ?? position
        taken = next - (text + start)
        guard code == SQLITE_OK, statement == nil, next > position, next.pointee != 0 else { return code }
        position = next
      }
    }
  }

  /// Whether a text that doesn't parse is correct as far as it goes.
  ///
  /// Since 3.24 the engine reports this. Before, it complains about the last token, whether it is wrong or only the
  /// last. Then a character that no statement contains is added to the text: the engine reaches it only if everything
  /// before it could be the beginning of a statement.
  private func endsTooEarly(_ sql: String, from start: Int) -> Bool {
    guard library.versionNumber < 3_024_000, let database else { return false }
    var statement: OpaquePointer?
    var taken = 0
    let code = prepare(sql + "\n@", from: start, database: database, statement: &statement, taken: &taken)
    if let statement { _ = api.pointee.finalize(statement) }
    return code != SQLITE_OK && SQLiteLibrary.text(api.pointee.errmsg(database)) == "unrecognized token: \"@\""
  }

  private func zeroByte(in sql: String, from start: Int) -> Int? {
    sql.utf8.dropFirst(start).firstIndex(of: 0).map { sql.utf8.distance(from: sql.utf8.startIndex, to: $0) }
  }

  private static func zeroByteError(sql: String, offset: Int) -> DatabaseError {
    DatabaseError(
      .syntax, "SQL text mustn't contain a zero byte, which the engine takes for its end; bind such a text as a value",
      sql: String(sql.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) }), offset: offset)
  }
}
