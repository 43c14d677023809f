package import Quarry

extension HranaServerError {
  /// Whether the server ended the transaction because it lasted too long while others waited.
  package var endsTransaction: Bool { code == "TRANSACTION_TIMEOUT" }

  /// Whether the result is larger than the server sends in one response.
  package var isTooLarge: Bool { code == "RESPONSE_TOO_LARGE" }

  /// Whether the server's own parser rejected the text. Its errors aren't SQLite's.
  package var isOfServersParser: Bool { code == "SQL_PARSE_ERROR" }

  /// Whether the engine may have returned rows before the error. `false` if the text or its values were rejected.
  package var mayComeAfterRows: Bool {
    guard HranaEngineCodes.code(code) != nil, !endsTransaction else { return false }
    return DatabaseError.Code(engineCode: .error, message: HranaServerError.withoutFrame(message).text)
      == .statementFailed
  }

  /// Whether the server does not allow statements of this kind.
  package var isUnsupportedStatement: Bool { isOfServersParser && message.contains("unsupported statement") }

  /// The error as the core reports it.
  ///
  /// - Parameters:
  ///   - sql: The text of the statement.
  ///   - mayWrite: Whether the statement may have taken effect before the error was found.
  package func databaseError(sql: String?, mayWrite: Bool) -> DatabaseError {
    let (text, offset) = HranaServerError.withoutFrame(message)
    if let engine = HranaEngineCodes.code(code) {
      let told = extendedCode.map { DatabaseError.EngineCode(rawValue: $0) }
      let engineCode = told ?? (engine == .constraint ? HranaServerError.constraint(text) : engine)
      return DatabaseError(
        DatabaseError.Code(engineCode: engineCode, message: text), text, engineCode: engineCode, sql: sql,
        offset: offset, outcome: outcome, isRetrySafe: engineCode.primary == .busy && outcome == .notApplied)
    }
    switch code {
    case "SQL_INPUT_ERROR", "SQL_PARSE_ERROR":
      if isUnsupportedStatement {
        return DatabaseError(
          .unsupportedFeature, "The server doesn't allow statements of this kind", sql: sql,
          missing: .everyStatement)
      }
      let parsed = DatabaseError.Code(engineCode: .error, message: text)
      return DatabaseError(
        isOfServersParser ? .syntax : parsed, text, engineCode: .error, sql: sql, offset: offset)
    case "SQL_NO_STATEMENT": return DatabaseError(.emptyStatement, text, sql: sql)
    case "SQL_MANY_STATEMENTS": return DatabaseError(.multipleStatements, text, sql: sql)
    case "ARGS_INVALID" where text.hasSuffix("string or blob too big"):
      return DatabaseError(
        .tooBig, "string or blob too big", engineCode: DatabaseError.EngineCode(rawValue: 18), sql: sql)
    case "ARGS_INVALID", "ARGS_BOTH_POSITIONAL_AND_NAMED": return DatabaseError(.missingParameter, text, sql: sql)
    case "SQL_STORE_TOO_MANY", "SQL_STORE_TOO_LARGE": return DatabaseError(.tooBig, text, sql: sql)
    case "RESPONSE_TOO_LARGE":
      return DatabaseError(
        .tooBig, "The rows are more than the server sends in one answer; ask for fewer", sql: sql,
        outcome: mayWrite ? .unknown : .notApplied)
    case "TRANSACTION_TIMEOUT":
      return DatabaseError(
        .transactionState,
        "The server ended the transaction, which lasted too long while others waited; it is rolled back. "
          + "Begin it again, with less between its statements", sql: sql, isTransactionOpen: false)
    case "TRANSACTION_BUSY": return DatabaseError(.busy, text, engineCode: .busy, sql: sql, isRetrySafe: true)
    case "TEXT_NOT_UTF8": return DatabaseError(.decoding, text, sql: sql)
    case "BLOCKED": return DatabaseError(.permission, text, sql: sql)
    case "PROXY_ERROR":
      return DatabaseError(
        mayWrite ? .outcomeUnknown : .inputOutput, text, sql: sql, outcome: mayWrite ? .unknown : .notApplied)
    default: return DatabaseError(.statementFailed, text, sql: sql)
    }
  }

  /// The engine's own message and the offset, without the server's text around them.
  static func withoutFrame(_ message: String) -> (text: String, offset: Int?) {
    var text = message[...]
    let frames = ["SQLite error: ", "SQL input error: ", "SQL string could not be parsed: "]
    for frame in frames where text.hasPrefix(frame) {
      text = text.dropFirst(frame.count)
    }
    let mark = " (at offset "
    guard text.hasSuffix(")"), let start = text.lastRange(of: mark),
      let offset = Int(text[start.upperBound...].dropLast())
    else { return (String(text), nil) }
    return (String(text[..<start.lowerBound]), offset)
  }

  /// The extended code for the text of a constraint's error. A PRIMARY KEY has the text of a UNIQUE.
  static func constraint(_ text: String) -> DatabaseError.EngineCode {
    if text.hasPrefix("UNIQUE constraint failed: ") { return .constraintUnique }
    if text.hasPrefix("NOT NULL constraint failed: ") { return .constraintNotNull }
    if text.hasPrefix("CHECK constraint failed: ") { return .constraintCheck }
    if text == "FOREIGN KEY constraint failed" { return .constraintForeignKey }
    if text.hasPrefix("cannot store "), text.contains(" value in ") { return DatabaseError.EngineCode(rawValue: 3091) }
    // What else a server calls a constraint without a known beginning are the words of a trigger's RAISE.
    return text == "constraint failed" ? .constraint : DatabaseError.EngineCode(rawValue: 1811)
  }
}

extension Substring {
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    var found: Range<Index>?
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { found = start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return found
  }
}
