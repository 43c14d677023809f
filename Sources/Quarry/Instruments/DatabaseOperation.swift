/// One thing that a database was asked for: a call with all its attempts, a transaction with its body, or one statement in a
/// body.
public struct DatabaseOperation: Sendable, Hashable {
  /// What was asked for.
  public let kind: Kind
  /// The database.
  public let endpoint: DatabaseEndpoint

  /// What is asked of a database.
  public enum Kind: Sendable, Hashable {
    /// A call, or a statement in the body of a transaction.
    case call
    /// Several queries and commands together.
    case batch
    /// The body of a transaction, with the statements that begin and end it. Calls in it are operations of their own.
    case transaction
  }
}

/// What came of an operation.
public struct OperationResult: Sendable {
  /// The first statement that was run; `nil` if none was, and for a transaction.
  public var statement: StatementInformation?
  /// How many statements were run, those of all attempts.
  public var statementCount = 0
  /// How many rows came back from all statements.
  public var returnedRows = 0
  /// How long it took, with waiting for a connection and for the next attempt.
  public var duration: Duration
  /// How often it was tried.
  public var attempts = 1
  /// What went wrong; `nil` if nothing did.
  public var failure: OperationFailure?
}

/// What may be told of an error to whoever watches a database: codes, and never a message, a text or a value.
public struct OperationFailure: Sendable, Hashable {
  /// The code of a ``DatabaseError``, `cancelled`, or the name of another error's type. `error.type`.
  public let type: String
  /// The engine's extended result code. `db.response.status_code`.
  public let statusCode: String?
  /// What is known of the effect.
  public let outcome: DatabaseError.Outcome

  init(_ error: any Error) {
    if let error = error as? DatabaseError {
      type = error.code.rawValue
      statusCode = error.engineCode.map { "\($0.rawValue)" }
      outcome = error.outcome
    } else {
      type = error is CancellationError ? "cancelled" : String(reflecting: Swift.type(of: error))
      statusCode = nil
      outcome = .notApplied
    }
  }
}
