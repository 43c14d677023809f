internal import CQuarrySQLite
internal import Quarry

/// Internal statements of the driver. None of them contains a value from outside.
extension SQLiteConnection {
  /// Runs one statement to its end and ignores its rows.
  func run(_ sql: String) throws(DatabaseError) {
    _ = try firstRow(of: sql)
  }

  /// The first column of the first row as text, or `nil` if there is no row or it's NULL.
  func text(of sql: String) throws(DatabaseError) -> String? {
    guard case .text(let text)?? = try firstRow(of: sql)?.first else { return nil }
    return text
  }

  /// The first column of the first row as an integer, or `nil` if there is no row or it's something else.
  ///
  /// SQLCipher reports its own settings as text, and from 4.19 on also the page size of an encrypted file.
  func integer(of sql: String) throws(DatabaseError) -> Int64? {
    switch try firstRow(of: sql)?.first {
    case .integer(let integer)??: integer
    case .text(let text)??: Int64(text)
    default: nil
    }
  }

  /// The first row of a statement, which is then run to its end, or `nil` if there is none.
  ///
  /// Cells whose text is not UTF-8 are `nil`.
  func firstRow(of sql: String, values: [SQLValue] = []) throws(DatabaseError) -> [SQLValue?]? {
    guard let statement = try prepareSynchronously(sql)?.statement else { return nil }
    defer { statement.finalize() }
    try statement.start(values)
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: statement.columns.count)
    var first: [SQLValue?]?
    while true {
      let result = try statement.stepSynchronously(into: batch, limit: 64)
      if first == nil, batch.rowCount > 0 {
        first = (0..<batch.columnCount).map { try? batch.cell(row: 0, column: $0).value() }
      }
      guard case .more = result else { return first }
      batch.removeAllRows(columnCount: batch.columnCount)
    }
  }
}
