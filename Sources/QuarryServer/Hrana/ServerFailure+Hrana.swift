#if Server
internal import HTTPTypes
internal import Quarry

extension ServerFailure {
  /// The failure in the protocol's terms: usually the name of SQLite's primary code.
  var hranaCode: String {
    switch kind {
    case .database(let code): Self.name(of: code, engineCode: engineCode)
    case .blocked: "SQL_PARSE_ERROR"
    case .readOnlyToken: "BLOCKED"
    case .transactionTimeout: "TRANSACTION_TIMEOUT"
    case .waitTimeout: "TRANSACTION_BUSY"
    case .statementTimeout: "SQLITE_INTERRUPT"
    case .responseTooLarge: "RESPONSE_TOO_LARGE"
    case .arguments, .tooManyParameters: "ARGS_INVALID"
    case .mixedArguments: "ARGS_BOTH_POSITIONAL_AND_NAMED"
    case .noStatement: "SQL_NO_STATEMENT"
    case .manyStatements: "SQL_MANY_STATEMENTS"
    case .unknownText: "SQL_STORE_UNKNOWN"
    case .tooManyTexts: "SQL_STORE_TOO_MANY"
    case .textTooLarge: "SQL_STORE_TOO_LARGE"
    case .transactionControl: "SQL_PARSE_ERROR"
    // Keys are PerSQL's.
    case .answerDropped, .tooManyKeys: "SQLITE_UNKNOWN"
    case .unknownStream: "STREAM_NOT_OPEN"
    case .unknownCursor: "CURSOR_NOT_OPEN"
    case .tooManyStreams: "TOO_MANY_STREAMS"
    }
  }

  /// The HTTP status if the failure is the whole response. Errors of the engine are 500, like in other servers.
  var hranaStatus: HTTPResponse.Status {
    switch kind {
    case .readOnlyToken: .forbidden
    case .tooManyStreams: .tooManyRequests
    case .database(.syntax), .database(.incompleteStatement): .badRequest
    case .database: .internalServerError
    default: .badRequest
    }
  }

  /// The message, marked if it is the engine's.
  var hranaMessage: String {
    if kind == .blocked { return "SQL string could not be parsed: unsupported statement: \(message)" }
    guard case .database = kind, engineCode != nil else { return message }
    return "SQLite error: \(message)" + (offset.map { " (at offset \($0))" } ?? "")
  }

  private static func name(of code: DatabaseError.Code, engineCode: Int32?) -> String {
    guard let engineCode else {
      switch code {
      case .authorization: return "SQLITE_AUTH"
      case .syntax: return "SQL_PARSE_ERROR"
      case .decoding: return "TEXT_NOT_UTF8"
      default: return "SQLITE_UNKNOWN"
      }
    }
    switch engineCode & 0xff {
    case 1: return code == .syntax || code == .incompleteStatement ? "SQL_INPUT_ERROR" : "SQLITE_UNKNOWN"
    case let primary: return names[primary] ?? "SQLITE_UNKNOWN"
    }
  }

  private static let names: [Int32: String] = [
    2: "SQLITE_INTERNAL", 3: "SQLITE_PERM", 4: "SQLITE_ABORT", 5: "SQLITE_BUSY", 6: "SQLITE_LOCKED",
    7: "SQLITE_NOMEM", 8: "SQLITE_READONLY", 9: "SQLITE_INTERRUPT", 10: "SQLITE_IOERR", 11: "SQLITE_CORRUPT",
    12: "SQLITE_NOTFOUND", 13: "SQLITE_FULL", 14: "SQLITE_CANTOPEN", 15: "SQLITE_PROTOCOL", 17: "SQLITE_SCHEMA",
    18: "SQLITE_TOOBIG", 19: "SQLITE_CONSTRAINT", 20: "SQLITE_MISMATCH", 21: "SQLITE_MISUSE", 22: "SQLITE_NOLFS",
    23: "SQLITE_AUTH", 25: "SQLITE_RANGE", 26: "SQLITE_NOTADB",
  ]
}
#endif
