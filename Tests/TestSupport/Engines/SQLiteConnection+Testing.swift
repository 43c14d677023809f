package import Quarry
package import QuarrySQLiteEngine
internal import Testing

extension SQLiteConnection {
  /// Runs every statement of a script.
  @discardableResult
  package func execute(_ script: String, _ values: [SQLValue] = []) throws -> StatementResult {
    var position = 0
    var last = StatementResult(affectedRows: 0, lastInsertedRowID: 0)
    while let next = try prepareSynchronously(script, from: position) {
      defer { next.statement.finalize() }
      position += next.byteCount
      last = try next.statement.run(values).result
    }
    return last
  }

  /// All rows of one statement.
  package func rows(_ sql: String, _ values: [SQLValue] = []) throws -> [[SQLValue]] {
    let statement = try #require(try prepareSynchronously(sql)).statement
    defer { statement.finalize() }
    return try statement.run(values).rows
  }

  /// The first value of the first row.
  package func value(_ sql: String, _ values: [SQLValue] = []) throws -> SQLValue {
    try #require(try rows(sql, values).first?.first)
  }
}

extension SQLiteStatement {
  /// Runs the statement to its end, in batches of the given size.
  package func run(_ values: [SQLValue] = [], batchSize: Int = 100) throws -> (
    rows: [[SQLValue]], result: StatementResult
  ) {
    try start(values)
    defer { reset() }
    let batch = SQLRowBatch()
    var rows: [[SQLValue]] = []
    while true {
      batch.removeAllRows(columnCount: columns.count)
      let step = try stepSynchronously(into: batch, limit: batchSize)
      for row in 0..<batch.rowCount {
        rows.append(try (0..<batch.columnCount).map { try batch.cell(row: row, column: $0).value() })
      }
      if case .done(let result) = step { return (rows, result) }
    }
  }
}

extension SQLiteLibrary {
  /// Opens a database in memory with this library.
  package func openMemory() throws -> SQLiteConnection { try SQLiteConnection.open(.memory, library: location) }
}
