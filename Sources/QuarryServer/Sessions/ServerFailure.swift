#if Server
internal import Quarry

/// The reason why the server doesn't do what a client asked for.
struct ServerFailure: Error {
  /// The kind of failure, for the protocols to name in their own terms.
  enum Kind: Sendable, Hashable {
    /// The engine, or the core, failed.
    case database(DatabaseError.Code)
    /// The rules forbid the statement.
    case blocked
    /// The token only allows reading.
    case readOnlyToken
    /// The transaction lasted too long while another client waited.
    case transactionTimeout
    /// The statement waited too long for its turn to write.
    case waitTimeout
    /// The statement ran too long.
    case statementTimeout
    /// The result exceeds a limit.
    case responseTooLarge
    /// Too few, too many or unknown arguments.
    case arguments
    /// Arguments by position and by name.
    case mixedArguments
    /// The text has no statement.
    case noStatement
    /// The text has several statements.
    case manyStatements
    /// No text with that number is stored.
    case unknownText
    /// Too many texts are stored.
    case tooManyTexts
    /// The text is too large to store.
    case textTooLarge
    /// A PerSQL statement has too many parameters.
    case tooManyParameters
    /// PerSQL doesn't allow statements that control transactions.
    case transactionControl
    /// The call ran earlier, and its response is no longer stored.
    case answerDropped
    /// No further idempotency key can be stored.
    case tooManyKeys
    /// A WebSocket's client names a stream that is not open.
    case unknownStream
    /// A WebSocket's client names a cursor that is not open.
    case unknownCursor
    /// Too many streams are open.
    case tooManyStreams
  }

  var kind: Kind
  var message: String
  /// The engine's code, if there is one.
  var engineCode: Int32?
  /// The outcome of the statement.
  var outcome = DatabaseError.Outcome.notApplied
  /// The offset of the error in the text, in bytes.
  var offset: Int?

  init(_ kind: Kind, _ message: String, engineCode: Int32? = nil) {
    self.kind = kind
    self.message = message
    self.engineCode = engineCode
  }

  static var readOnlyToken: ServerFailure { ServerFailure(.readOnlyToken, "this token may only read") }

  /// Creates a failure from any error. Errors of the core contain no values.
  init(_ error: any Error) {
    switch error {
    case let failure as ServerFailure: self = failure
    case let error as DatabaseError:
      let kind: Kind =
        switch error.code {
        case .emptyStatement: .noStatement
        case .multipleStatements: .manyStatements
        case .missingParameter, .extraParameter: .arguments
        default: .database(error.code)
        }
      self.init(kind, error.message, engineCode: error.engineCode?.rawValue)
      outcome = error.outcome
      offset = error.offset
    case is CancellationError: self.init(.statementTimeout, "the statement was ended by the server")
    default: self.init(.database(.engineInternal), "the server failed in an unexpected way")
    }
  }
}
#endif
