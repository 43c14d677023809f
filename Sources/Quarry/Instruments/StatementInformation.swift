/// How much of a statement's text logs and instruments receive.
public enum StatementTextPolicy: Sendable, Hashable {
  /// The text with `?` in place of literals, up to 4,096 bytes.
  case parameterized
  /// The operation and the tables only.
  case summary
  /// Nothing.
  case none
}

/// The description of a statement that logs and instruments receive. It contains no values.
///
/// The names follow OpenTelemetry's conventions for databases.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/database-spans/>.
public struct StatementInformation: Sendable, Hashable {
  /// The SQL text with placeholders; `nil` if the policy withholds it. `db.query.text`.
  public let text: String?
  /// The operation and its tables, with few distinct values: `SELECT artist album`. `db.query.summary`.
  public let summary: String?
  /// The operation: `SELECT`, `INSERT`. `db.operation.name`.
  public let operationName: String?
  /// The table, if the statement names exactly one. `db.collection.name`.
  public let collectionName: String?

  /// Describes a statement.
  ///
  /// - Parameters:
  ///   - sql: The text of the statement. It can contain literals.
  ///   - policy: How much of the text to keep.
  public init(_ sql: String, policy: StatementTextPolicy = .parameterized) {
    guard policy != .none else {
      self.init(text: nil, summary: nil, operationName: nil, collectionName: nil)
      return
    }
    let summary = SQLStatementSummary(sql)
    self.init(
      text: policy == .parameterized ? SQLStatementText.parameterized(sql) : nil, summary: summary.text,
      operationName: summary.operation, collectionName: summary.tables.count == 1 ? summary.tables.first : nil)
  }

  private init(text: String?, summary: String?, operationName: String?, collectionName: String?) {
    self.text = text
    self.summary = summary
    self.operationName = operationName
    self.collectionName = collectionName
  }
}

/// A cache of descriptions by text, since a program has few distinct texts.
struct KnownStatements {
  private var known: [String: StatementInformation] = [:]
  private let capacity = 512
  private let longest = 16_384

  mutating func information(_ sql: String, _ policy: StatementTextPolicy) -> StatementInformation {
    if let information = known[sql] { return information }
    let information = StatementInformation(sql, policy: policy)
    if sql.utf8.count <= longest {
      if known.count >= capacity { known.removeAll(keepingCapacity: true) }
      known[sql] = information
    }
    return information
  }
}
