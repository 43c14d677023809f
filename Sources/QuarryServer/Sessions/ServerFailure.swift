#if Server
internal import Quarry

/// Why the server does not do what a client asked for.
struct ServerFailure: Error {
  /// What kind of failure it is, for the protocols to name in their own words.
  enum Kind: Sendable, Hashable {
    /// The engine, or the core, refused or failed.
    case database(DatabaseError.Code)
    /// The rules forbid the statement.
    case blocked
    /// The token only reads.
    case readOnlyToken
    /// The transaction went on for too long while somebody waited.
    case transactionTimeout
    /// The turn to write did not come in time.
    case waitTimeout
    /// The statement ran for too long.
    case statementTimeout
    /// The result is beyond a limit.
    case responseTooLarge
    /// Too few, too many or unknown arguments.
    case arguments
    /// Arguments by position and by name.
    case mixedArguments
    /// The text holds no statement.
    case noStatement
    /// The text holds several statements.
    case manyStatements
    /// A text of that number was not stored.
    case unknownText
    /// Too many texts are stored.
    case tooManyTexts
    /// A text is too large to be stored.
    case textTooLarge
    /// A PerSQL statement has too many parameters.
    case tooManyParameters
    /// PerSQL has no statements that control transactions.
    case transactionControl
    /// A call was run before, and its answer is not kept any more.
    case answerDropped
    /// No further idempotency key can be remembered.
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
  /// The engine's own code, where there is one.
  var engineCode: Int32?
  /// What is known about the effect of the statement.
  var outcome = DatabaseError.Outcome.notApplied
  /// Where in the text the engine found the error, in bytes.
  var offset: Int?

  init(_ kind: Kind, _ message: String, engineCode: Int32? = nil) {
    self.kind = kind
    self.message = message
    self.engineCode = engineCode
  }

  static var readOnlyToken: ServerFailure { ServerFailure(.readOnlyToken, "this token may only read") }

  /// Describes any error. Errors of the core hold no values.
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
