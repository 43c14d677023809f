public import Quarry

/// A connection that sends a whole statement and gets a whole response.
protocol WholeAnswerConnection: AnyObject {
  /// Sends a statement and returns its response.
  nonisolated(nonsending) func answer(
    to statement: StatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer

  /// Makes sure that the engine accepts a text, without running it. Does nothing if the protocol can't.
  nonisolated(nonsending) func verify(_ statement: StatementText) async throws(DatabaseError)
}

extension WholeAnswerConnection {
  nonisolated(nonsending) func verify(_ statement: StatementText) async throws(DatabaseError) {}
}

/// A statement of a protocol without prepared statements. The first step sends it, and the response has its columns.
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
  /// The result columns. Empty before the first step.
  public private(set) var columns: [ColumnDescription] = []
  /// The parameters' names with their sigil, found in the text.
  public var parameterNames: [String?] { text.parameterNames }
  /// Whether the statement cannot change the database, by its keywords.
  public var isReadOnly: Bool { text.isReadOnly }
  /// Always `true`: the text can be sent again.
  public var isReusable: Bool { true }

  /// Asks the engine to check a text that it hasn't seen yet.
  ///
  /// - Throws: ``DatabaseError`` with the code of the engine or of the failed call.
  public nonisolated(nonsending) func verify() async throws(DatabaseError) { try await connection.verify(text) }

  /// Stores the values for the first step.
  ///
  /// - Throws: Never.
  public func start(_ values: [SQLValue]) throws(DatabaseError) {
    reset()
    self.values = values
  }

  /// Appends the next rows to a batch. The first step sends the statement.
  ///
  /// - Throws: ``DatabaseError`` with the code of the engine or of the failed call, or `.connectionClosed` if the
  ///   statement was finalized.
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

  /// Releases the response and the values.
  public func reset() {
    answer = nil
    values = []
    position = 0
  }

  /// Releases everything.
  public func finalize() {
    reset()
    isFinalized = true
  }
}

/// A connection to a service that gets a statement as a whole and returns a whole response, such as most HTTP
/// services.
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
  /// Sends a statement and returns its response.
  ///
  /// - Throws: ``DatabaseError`` with the code of the engine or of the failed call, as the step of a statement throws
  ///   it.
  nonisolated(nonsending) func answer(
    to statement: SQLStatementText, _ values: [SQLValue]
  ) async throws(DatabaseError) -> StatementAnswer

  /// Makes sure that the engine accepts a text, without running it. The default does nothing.
  ///
  /// - Throws: ``DatabaseError`` with the code of the engine or of the failed call.
  nonisolated(nonsending) func verify(_ statement: SQLStatementText) async throws(DatabaseError)
}

extension WholeAnswerSource {
  /// Does nothing. See the requirement.
  ///
  /// - Throws: Never.
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

/// Sends one statement through a source outside this module.
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
