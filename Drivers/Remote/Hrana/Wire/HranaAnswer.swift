package import Quarry

/// The answer to a pipeline call.
package struct HranaAnswer: Sendable {
  /// What the next call of the stream must carry, or `nil` if the stream is closed.
  package var baton: String?
  /// Where the next call of the stream goes; `nil` for the same place.
  package var baseURL: String?
  /// Where the server wants the stream to go on, when that place is not trusted: the stream was closed then.
  package var refusedBaseURL: String?
  /// One result for each request.
  package var results: [HranaResult]
  /// The largest number of a change that the results tell; `nil` from servers that number none.
  package var number: UInt64?
}

/// What a request gave.
package enum HranaResult: Sendable {
  /// Its response.
  case ok(HranaResponse)
  /// Its error.
  case error(HranaServerError)
}

/// The response to a request.
package enum HranaResponse: Sendable {
  /// Of `execute`.
  case execute(HranaStatementResult)
  /// Of `batch`: the result or the error of each step, or neither if it was skipped.
  case batch([HranaResult?])
  /// Of `describe`.
  case describe(HranaDescription)
  /// Of `get_autocommit`.
  case autocommit(Bool)
  /// Of a request without a result.
  case nothing
}

/// An error as a server reports it.
package struct HranaServerError: Error, Sendable, Hashable {
  /// The message.
  package var message: String
  /// The name of its class; empty when the server gave none.
  package var code: String
  /// The engine's extended code, which only some servers tell.
  package var extendedCode: Int32?
  /// What is known about the effect of the statement; not applied where the server does not tell.
  package var outcome: DatabaseError.Outcome

  /// Creates an error.
  package init(message: String, code: String, extendedCode: Int32? = nil, outcome: DatabaseError.Outcome = .notApplied)
  {
    self.message = message
    self.code = code
    self.extendedCode = extendedCode
    self.outcome = outcome
  }
}

/// What a statement gave.
package struct HranaStatementResult: Sendable {
  /// The result columns.
  package var columns: [ColumnDescription]
  /// The rows.
  package var rows: RowStore
  /// What the statement did.
  package var effect: StatementResult
  /// The number of the newest change that the server had; `nil` from servers that number none.
  package var number: UInt64?
}

/// What a server tells about a statement.
package struct HranaDescription: Sendable, Hashable {
  /// The names of the parameters with their sigil.
  package var parameters: [String?]
  /// The result columns.
  package var columns: [ColumnDescription]
  /// Whether the statement changes nothing.
  package var isReadOnly: Bool
}

/// An answer that the protocol does not allow: what is wrong with it, without anything of the data.
package struct HranaMalformed: Error, Sendable, Hashable {
  /// What is wrong.
  package var what: String
  init(_ what: String) { self.what = what }
}
