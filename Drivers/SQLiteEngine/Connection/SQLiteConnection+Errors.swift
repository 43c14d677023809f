internal import CQuarrySQLite
internal import Quarry

extension SQLiteConnection {
  /// The error for a code that a call on this connection has just returned.
  ///
  /// - Parameters:
  ///   - code: The result code of the call.
  ///   - sql: The statement's text, if there was a statement.
  ///   - offsetBase: The offset in `sql` of the text that the engine got.
  ///   - action: The attempted action, for calls that aren't statements. It precedes the engine's message.
  ///   - outcome: The known outcome.
  ///   - values: The bound values, which the message must not repeat.
  func failure(
    _ code: Int32, sql: String? = nil, offsetBase: Int = 0, action: String? = nil,
    outcome: DatabaseError.Outcome = .notApplied, hiding values: [SQLValue] = []
  ) -> DatabaseError {
    guard let database else { return Self.closedError }
    // The connection keeps the extended code and the text of the last failed call, if that is the one at hand.
    let extended = api.pointee.extended_errcode(database)
    let isCurrent = extended & 0xff == code & 0xff
    let engineCode = DatabaseError.EngineCode(rawValue: isCurrent && code <= 0xff ? extended : code)
    let found = isCurrent ? api.pointee.errmsg(database) : api.pointee.errstr(code)
    let hiddenSQL = sql.flatMap { SQLiteSecrets.redacted($0) }
    let fullText = SQLiteLibrary.text(hiddenSQL == nil ? found : api.pointee.errstr(code))
    var text = fullText
    let functionError = functionErrors.take()
    if functionError == nil, engineCode.primary == .error || engineCode.primary == .cannotOpen {
      text = DatabaseError.message(text, without: values, sql: sql ?? "")
    } else if engineCode.rawValue == SQLITE_CONSTRAINT | (7 << 8) {
      text = DatabaseError.raised(text, without: values, sql: sql ?? "")
    }
    var offset: Int?
    if sql != nil, isCurrent, let errorOffset = api.pointee.error_offset {
      let position = Int(errorOffset(database))
      if position >= 0 { offset = offsetBase + position }
    }
    let isOpen = api.pointee.get_autocommit(database) == 0
    if isKeyed, engineCode.primary.rawValue == SQLITE_IOERR { spoilingCode = engineCode }
    var message = action.map { "\($0): \(text)" } ?? text
    if let advice = Self.advice(for: engineCode, busyTimeout: waiting.timeoutMilliseconds) {
      message += "; \(advice)"
    } else if engineCode.primary == .error, fullText.hasPrefix("unsafe use of ") {
      // Only advice hangs on these words.
      message += """
        ; a trigger, view or default of the schema uses it, and the schema of a file is not trusted with it: if all who write \
        this file are trusted, set trustsSchema of the connection's settings (trusted-schema=on in a URL)
        """
    }
    var kind = DatabaseError.Code(engineCode: engineCode, message: fullText)
    // An interruption ends the wait for a lock, which the engine then reports as a lock.
    if waiting.isInterrupted, Self.isPassing(engineCode) {
      kind = .interrupted
      message = "interrupted while waiting for a lock"
    }
    return DatabaseError(
      kind, message, engineCode: engineCode, sql: hiddenSQL ?? sql,
      offset: offset, outcome: outcome,
      isRetrySafe: !isOpen && outcome == .notApplied && Self.isPassing(engineCode), isTransactionOpen: isOpen,
      underlying: functionError)
  }

  /// Whether the same call may succeed later.
  private static func isPassing(_ code: DatabaseError.EngineCode) -> Bool {
    code.primary == .busy || code.primary == .locked
  }

  /// What to do, if the engine's own message doesn't say it.
  private static func advice(for code: DatabaseError.EngineCode, busyTimeout: Int) -> String? {
    switch code.rawValue {
    case SQLiteResult.busySnapshot:
      return "another connection has written since this transaction began to read: roll back and begin it again"
    default: break
    }
    switch code.primary.rawValue {
    case SQLITE_BUSY:
      return "another connection held a lock for longer than the busy timeout of \(busyTimeout) ms: try again later"
    case SQLITE_READONLY: return "the database or this connection may only be read"
    case SQLITE_CORRUPT: return "the file is damaged: restore it from a copy"
    case SQLITE_FULL: return "free some space or raise the limit"
    default: return nil
    }
  }
}
