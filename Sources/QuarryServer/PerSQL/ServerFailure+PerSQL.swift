#if Server
internal import Hummingbird
internal import Quarry
internal import QuarryWire

extension ServerFailure {
  /// The HTTP status of the failure.
  var perSQLStatus: HTTPResponse.Status {
    switch kind {
    case .readOnlyToken, .blocked, .database(.readOnly): .forbidden
    case .answerDropped: .gone
    case .tooManyKeys: .serviceUnavailable
    case .waitTimeout: .serviceUnavailable
    case .statementTimeout: .requestTimeout
    case .responseTooLarge: .contentTooLarge
    case .database(.busy), .database(.locked): .serviceUnavailable
    case .database(let code) where Self.serverCodes.contains(code): .internalServerError
    default: .badRequest
    }
  }

  private static let serverCodes: Set<DatabaseError.Code> = [
    .corrupt, .diskFull, .inputOutput, .permission, .cannotOpen, .engineInternal, .outOfMemory, .connectionClosed,
  ]

  /// The failure as `errorDetail` names it.
  var perSQLKind: String {
    switch kind {
    case .database(let code):
      switch code {
      case .constraintUnique, .constraintPrimaryKey: "unique_violation"
      case .constraintNotNull: "not_null_violation"
      case .constraintForeignKey: "fk_violation"
      case .constraintCheck: "check_violation"
      case .constraintDatatype, .mismatch: "type_mismatch"
      case .syntax, .incompleteStatement: "syntax_error"
      case .noSuchObject where message.hasPrefix("no such table"): "unknown_table"
      case .noSuchObject where message.contains("column"): "unknown_column"
      case .busy, .locked: "database_locked"
      case .tooManyParameters: "too_many_params"
      case .readOnly: "readonly"
      default: "unknown"
      }
    case .readOnlyToken: "readonly"
    case .waitTimeout: "database_locked"
    case .tooManyParameters: "too_many_params"
    case .answerDropped: "answer_dropped"
    case .tooManyKeys: "too_many_keys"
    case .noStatement, .manyStatements, .transactionControl: "syntax_error"
    default: "unknown"
    }
  }

  /// The `errorDetail` of the failure, as JSON.
  var perSQLDetail: [UInt8] {
    JSONWriter.object { writer in
      writer.member("kind", perSQLKind)
      writer.member("message", message)
      // "UNIQUE constraint failed: people.email", with a comma between several.
      guard ["unique_violation", "not_null_violation"].contains(perSQLKind), let colon = message.range(of: ": ") else {
        return
      }
      let places = message[colon.upperBound...].split(separator: ",").map { $0.trimmed.split(separator: ".") }
      guard let place = places.first, place.count == 2 else { return }
      writer.member("table", String(place[0]))
      writer.member("column", String(place[1]))
      guard places.count > 1 else { return }
      writer.key("columns")
      writer.array { array in
        for place in places where place.count == 2 {
          array.object {
            $0.member("table", String(place[0]))
            $0.member("column", String(place[1]))
          }
        }
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }

  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}
#endif
