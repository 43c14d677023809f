public import Quarry

/// A connection that sends a statement whole and gets a whole answer.
protocol WholeAnswerConnection: AnyObject {
  /// Sends a statement and takes its answer.
  nonisolated(nonsending) func answer(
    to statement: StatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer

  /// Makes sure that the engine takes a text, without running it; where the protocol has no way, nothing.
  nonisolated(nonsending) func verify(_ statement: StatementText) async throws(DatabaseError)
}

extension WholeAnswerConnection {
  nonisolated(nonsending) func verify(_ statement: StatementText) async throws(DatabaseError) {}
}

/// A statement over a protocol without prepared statements: it is sent when it is stepped for the first time, and its
/// columns are known from the answer.
public final class WholeAnswerStatement: DriverStatement {
  private let text: StatementText
  private let connection: any WholeAnswerConnection
  private var values: [SQLValue] = []
  private var answer: StatementAnswer?
  private var position = 0
  private var isFinalized = false

  init(_ text: StatementText, on connection: any WholeAnswerConnection) {
    self.text = text
    self.connection = connection
  }

  /// The SQL text of this one statement.
  public var sql: String { text.sql }
  /// The result columns; empty before the first step.
  public private(set) var columns: [ColumnDescription] = []
  /// The parameters' names with their sigil, found in the text.
  public var parameterNames: [String?] { text.parameterNames }
  /// Whether the statement cannot change the database, by its keywords.
  public var isReadOnly: Bool { text.isReadOnly }
  /// The text can be sent again.
  public var isReusable: Bool { true }

  /// Has the engine look at the text, which it was not asked about yet.
  public nonisolated(nonsending) func verify() async throws(DatabaseError) { try await connection.verify(text) }

  /// Keeps the values for the first step.
  public func start(_ values: [SQLValue]) throws(DatabaseError) {
    reset()
    self.values = values
  }

  /// Sends the statement when this is the first step; hands over the next rows.
  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    let answer: StatementAnswer
    if let known = self.answer {
      answer = known
    } else {
      guard !isFinalized else { throw DatabaseError(.connectionClosed, "the statement was closed") }
      answer = try await connection.answer(to: text, values)
      self.answer = answer
      columns = answer.columns
      batch.removeAllRows(columnCount: answer.columns.count)
    }
    let end = min(answer.rows.rowCount, position + max(limit, 1))
    answer.rows.copy(position..<end, into: batch)
    position = end
    return end < answer.rows.rowCount ? .more : .done(answer.result)
  }

  /// Forgets the answer and the values.
  public func reset() {
    answer = nil
    values = []
    position = 0
  }

  /// Forgets everything.
  public func finalize() {
    reset()
    isFinalized = true
  }
}

/// A handle for connections whose running call ends with its task.
struct TaskCancellation: InterruptHandle {
  func interrupt() {}
}
