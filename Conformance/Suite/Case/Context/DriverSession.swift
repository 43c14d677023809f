public import Quarry

/// A connection of any driver, used through the driver contract, without a pool.
///
/// For cases about details that only the contract shows: columns of an empty result, declared types, and whether a
/// statement reads.
public final class DriverSession<Connection: DriverConnection> {
  /// The connection.
  public let connection: Connection

  /// Takes ownership of a connection.
  public init(_ connection: sending Connection) { self.connection = connection }

  /// Prepares a text with one statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.emptyStatement` if there is none, or the error of the driver.
  public nonisolated(nonsending) func prepare(_ sql: String) async throws -> Connection.Statement {
    guard let prepared = try await connection.prepare(sql) else {
      throw DatabaseError(.emptyStatement, "the text holds no statement", sql: sql)
    }
    return prepared.statement
  }

  /// Runs a statement to its end and returns its rows.
  ///
  /// - Throws: The error of the driver.
  public nonisolated(nonsending) func rows(
    of statement: Connection.Statement, _ values: [SQLValue] = []
  ) async throws -> [[SQLValue]] {
    try statement.start(values)
    defer { statement.reset() }
    var rows: [[SQLValue]] = []
    let batch = SQLRowBatch()
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let result = try await statement.step(into: batch, limit: 16)
      for row in 0..<batch.rowCount {
        rows.append(try (0..<batch.columnCount).map { try batch.cell(row: row, column: $0).value() })
      }
      if case .done = result { return rows }
    }
  }

  /// Runs a text to its end and returns its rows.
  ///
  /// - Throws: The error of the driver.
  @discardableResult
  public nonisolated(nonsending) func run(_ sql: String) async throws -> [[SQLValue]] {
    let statement = try await prepare(sql)
    defer { statement.finalize() }
    return try await rows(of: statement)
  }
}
