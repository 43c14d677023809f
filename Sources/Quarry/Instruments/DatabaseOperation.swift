/// One operation of a database: a call with all its attempts, a transaction with its body, or one statement in a body.
public struct DatabaseOperation: Sendable, Hashable {
  /// The kind of the operation.
  public let kind: Kind
  /// The database.
  public let endpoint: DatabaseEndpoint

  /// The kind of an operation.
  public enum Kind: Sendable, Hashable {
    /// A call, or a statement in the body of a transaction.
    case call
    /// Several queries and commands together.
    case batch
    /// The body of a transaction, with the statements that begin and end it. Calls in the body are separate operations.
    case transaction
  }
}

/// The result of an operation.
public struct OperationResult: Sendable {
  /// The first statement that ran; `nil` if none ran, and for a transaction.
  public var statement: StatementInformation?
  /// The number of statements that ran, in all attempts.
  public var statementCount = 0
  /// The number of rows that all statements returned.
  public var returnedRows = 0
  /// The duration of the operation, including the waits for a connection and before a retry.
  public var duration: Duration
  /// The number of attempts.
  public var attempts = 1
  /// The failure; `nil` if the operation succeeded.
  public var failure: OperationFailure?
}

/// The part of an error that an instrument can see: codes, but never a message, a text or a value.
public struct OperationFailure: Sendable, Hashable {
  /// The code of a ``DatabaseError``, `cancelled`, or the name of another error's type. `error.type`.
  public let type: String
  /// The engine's extended result code. `db.response.status_code`.
  public let statusCode: String?
  /// What is known about the effect.
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
