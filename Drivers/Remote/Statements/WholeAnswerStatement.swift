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

/// A connection to a service that takes a statement as a whole and answers as a whole, such as most services over HTTP.
///
/// ```swift
/// extension MyConnection {
///   func prepare(_ sql: String) async throws(DatabaseError) -> PreparedStatement<WholeAnswerStatement>? {
///     guard let text = SQLStatementText(firstOf: sql) else { return nil }
///     return PreparedStatement(statement: WholeAnswerStatement(text, on: self), byteCount: text.sql.utf8.count)
///   }
/// }
/// ```
public protocol WholeAnswerSource: AnyObject {
  /// Sends a statement and takes its answer.
  ///
  /// - Throws: ``DatabaseError``, as the step of a statement does.
  nonisolated(nonsending) func answer(
    to statement: SQLStatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer

  /// Makes sure that the engine takes a text, without running it. The default does nothing.
  nonisolated(nonsending) func verify(_ statement: SQLStatementText) async throws(DatabaseError)
}

extension WholeAnswerSource {
  /// Nothing; see the requirement.
  public nonisolated(nonsending) func verify(_ statement: SQLStatementText) async throws(DatabaseError) {}
}

extension WholeAnswerStatement {
  /// Creates a statement that is sent when it is stepped for the first time.
  ///
  /// - Parameters:
  ///   - text: The text of the statement.
  ///   - source: The connection that sends it.
  public convenience init(_ text: SQLStatementText, on source: any WholeAnswerSource) {
    self.init(StatementText(text.sql), on: SourceConnection(text: text, source: source))
  }
}

/// One statement's way to a source outside of this module.
private final class SourceConnection: WholeAnswerConnection {
  private let text: SQLStatementText
  private let source: any WholeAnswerSource

  init(text: SQLStatementText, source: any WholeAnswerSource) {
    self.text = text
    self.source = source
  }

  nonisolated(nonsending) func answer(
    to statement: StatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer { try await source.answer(to: text, values) }

  nonisolated(nonsending) func verify(_ statement: StatementText) async throws(DatabaseError) {
    try await source.verify(text)
  }
}

/// A handle for connections whose running call ends with its task.
struct TaskCancellation: InterruptHandle {
  func interrupt() {}
}
