internal import Quarry

/// A query whose rows are written as text while they are read.
///
/// It runs where changes run, on the one connection that has the file's temporary tables and transactions.
struct RenderedQuery: SQLFetchable {
  let sql: String
  let types: [LogicTestValueType]

  typealias Row = [String]

  var isReadOnly: Bool { false }

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { SQLFragment(raw: sql) }

  func decode(_ row: inout SQLRowDecoder) throws -> [String] {
    throw DatabaseError(.decoding, "the rows of a test are read in batches")
  }

  func decodeRows(_ batch: SQLRowBatch, into rows: inout [[String]]) throws {
    let columns = batch.columnCount
    for row in 0..<batch.rowCount {
      rows.append(
        (0..<columns).map { column in
          ValueText.of(batch.cell(row: row, column: column), as: column < types.count ? types[column] : .text)
        })
    }
  }
}
