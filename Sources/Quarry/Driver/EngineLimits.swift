/// The limits of a connection.
///
/// Quarry checks every statement of every driver: parameters, length of the text, bytes of a value, and statements of a
/// batch. It also checks the columns of a result if they are known before it runs. Terms and depth limit the statements
/// that Quarry renders, but not your own SQL text.
///
/// Source: <https://sqlite.org/limits.html>.
public struct EngineLimits: Sendable, Hashable {
  /// The largest number of parameters in one statement.
  public var parameters: Int
  /// The largest number of bytes of an SQL text.
  public var sqlBytes: Int
  /// The largest number of bytes of a text or blob.
  public var valueBytes: Int
  /// The largest number of statements in one batch.
  public var batchStatements: Int
  /// The largest number of terms in a compound SELECT.
  public var compoundSelectTerms: Int
  /// The largest depth of an expression tree.
  public var expressionDepth: Int
  /// The largest number of columns of a table or result.
  public var columns: Int
  /// The largest number of bytes of all column names of a result together.
  public var resultHeaderBytes: Int

  /// Creates limits. The defaults are those of SQLite before 3.32.
  public init(
    parameters: Int = 999, sqlBytes: Int = 1_000_000, batchStatements: Int = .max, compoundSelectTerms: Int = 500,
    expressionDepth: Int = 1000, columns: Int = 2000, valueBytes: Int = 1_000_000_000, resultHeaderBytes: Int = .max
  ) {
    self.parameters = parameters
    self.sqlBytes = sqlBytes
    self.valueBytes = valueBytes
    self.batchStatements = batchStatements
    self.compoundSelectTerms = compoundSelectTerms
    self.expressionDepth = expressionDepth
    self.columns = columns
    self.resultHeaderBytes = resultHeaderBytes
  }
}
