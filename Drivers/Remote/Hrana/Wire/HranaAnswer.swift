package import Quarry

/// The response to a pipeline call.
package struct HranaAnswer: Sendable {
  /// The baton for the next call of the stream, or `nil` if the stream is closed.
  package var baton: String?
  /// The address for the next call of the stream. If `nil`, the same address.
  package var baseURL: String?
  /// The untrusted address to which the server wanted to move the stream. The stream was closed then.
  package var refusedBaseURL: String?
  /// One result for each request.
  package var results: [HranaResult]
  /// The largest number of a change in the results, or `nil` from servers that don't number changes.
  package var number: UInt64?
}

/// The result of a request.
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
  /// The name of its class, or an empty text if the server sent none.
  package var code: String
  /// The engine's extended code, which only some servers send.
  package var extendedCode: Int32?
  /// The outcome of the statement. `.notApplied` if the server doesn't say.
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

/// The result of a statement.
package struct HranaStatementResult: Sendable {
  /// The result columns.
  package var columns: [ColumnDescription]
  /// The rows.
  package var rows: RowStore
  /// The counts of the statement.
  package var effect: StatementResult
  /// The number of the server's newest change, or `nil` from servers that don't number changes.
  package var number: UInt64?
}

/// A server's description of a statement.
package struct HranaDescription: Sendable, Hashable {
  /// The names of the parameters with their sigil.
  package var parameters: [String?]
  /// The result columns.
  package var columns: [ColumnDescription]
  /// Whether the statement only reads.
  package var isReadOnly: Bool
}

/// A response that isn't valid in the protocol: what is wrong with it, without its data.
package struct HranaMalformed: Error, Sendable, Hashable {
  /// What is wrong.
  package var what: String
  init(_ what: String) { self.what = what }
}
