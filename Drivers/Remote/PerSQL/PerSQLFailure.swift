internal import Quarry

/// The meanings of the kinds of failures.
enum PerSQLFailure {
  /// The error of an `errorDetail`, by this table. For an unknown kind, the engine's message decides.
  ///
  /// | kind | code |
  /// | --- | --- |
  /// | unique_violation, not_null_violation, fk_violation, check_violation | the constraint |
  /// | unknown_table, unknown_column | noSuchObject |
  /// | syntax_error | syntax |
  /// | type_mismatch | mismatch, or constraint.datatype for a strict table |
  /// | database_locked | busy |
  /// | too_many_params | tooManyParameters |
  /// | readonly | readOnly |
  /// | unknown, of a text that JSON cannot carry | decoding |
  static func error(kind: String?, message: String) -> DatabaseError {
    let (code, engineCode) = codes(kind, message)
    return DatabaseError(
      code, message, engineCode: engineCode.map { DatabaseError.EngineCode(rawValue: $0) }, outcome: .notApplied,
      missing: kind == "too_many_params" ? .longStatements : nil)
  }

  /// The error if the service rejects a statement that its engine would run. Like the engine's own errors, it has the
  /// status 403.
  static func notAllowed(_ message: String) -> DatabaseError {
    DatabaseError(
      .authorization, message, engineCode: DatabaseError.EngineCode(rawValue: 23), outcome: .notApplied,
      missing: .everyStatement)
  }

  /// Whether the message is that of an engine error that undoes the statement, although a service may report it as
  /// its own failure.
  static func undoesStatement(_ message: String) -> Bool {
    [.diskFull, .corrupt].contains(EngineMessage.codes(message).code)
  }

  private static func codes(_ kind: String?, _ message: String) -> (DatabaseError.Code, Int32?) {
    switch kind {
    case "unique_violation": (.constraintUnique, 19)
    case "not_null_violation": (.constraintNotNull, 1299)
    case "fk_violation": (.constraintForeignKey, 787)
    case "check_violation": (.constraintCheck, 275)
    case "unknown_table", "unknown_column": (.noSuchObject, 1)
    case "syntax_error": (message == "incomplete input" ? .incompleteStatement : .syntax, 1)
    case "type_mismatch": message == "datatype mismatch" ? (.mismatch, 20) : (.constraintDatatype, 3091)
    case "database_locked": (.busy, 5)
    case "too_many_params": (.tooManyParameters, 1)
    case "readonly": (.readOnly, 8)
    case _ where message.hasPrefix("a text is not UTF-8"): (.decoding, nil)
    default: EngineMessage.codes(message)
    }
  }
}

extension DatabaseError {
  /// Whether the error is about the statement, and not about the connection to the service.
  var isAboutStatement: Bool {
    switch code {
    case .syntax, .noSuchObject, .statementFailed, .mismatch, .tooBig, .readOnly, .unsupportedFeature: true
    // The engine's own refusal, not one of the token.
    case .authorization: engineCode != nil
    default: false
    }
  }
}
