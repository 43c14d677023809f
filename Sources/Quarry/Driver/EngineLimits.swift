/// The limits of a connection.
///
/// The core checks every statement of every driver: parameters, length of the text, bytes of a value, statements of a batch,
/// and the columns of a result where they are known before it runs. Terms and depth limit what Quarry renders; a text of
/// the program's own is not searched for them.
///
/// Source: <https://sqlite.org/limits.html>.
public struct EngineLimits: Sendable, Hashable {
  /// The highest number of parameters in one statement.
  public var parameters: Int
  /// The highest number of bytes of an SQL text.
  public var sqlBytes: Int
  /// The highest number of bytes of a text or blob.
  public var valueBytes: Int
  /// The highest number of statements in one batch.
  public var batchStatements: Int
  /// The highest number of terms in a compound SELECT.
  public var compoundSelectTerms: Int
  /// The highest depth of an expression tree.
  public var expressionDepth: Int
  /// The highest number of columns of a table or result.
  public var columns: Int
  /// The highest number of bytes that the names of a result's columns take together.
  public var resultHeaderBytes: Int

  /// Creates limits; the defaults are those of SQLite before 3.32.
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
