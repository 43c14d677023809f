package import Quarry

/// Some rows of a table whose columns are known only at run time.
package struct RowBlock: Sendable {
  /// The cells, row by row.
  package var values: [SQLValue] = []
  /// The positions in `values` of texts that aren't UTF-8, which are stored as blobs.
  package var invalidTexts: Set<Int> = []
  /// The number of columns.
  package var columnCount: Int
  /// The digest of the rows, in any order.
  package var digest = ContentDigest(isOrdered: false)

  /// Creates a block without rows.
  package init(columnCount: Int) { self.columnCount = columnCount }

  /// The number of rows.
  package var rowCount: Int { digest.rows }

  /// The cells of a row.
  package subscript(row: Int) -> ArraySlice<SQLValue> { values[row * columnCount..<(row + 1) * columnCount] }

  /// The rows in blocks of at most a number.
  package func parts(of count: Int) -> [RowBlock] {
    guard rowCount > count else { return [self] }
    return stride(from: 0, to: rowCount, by: max(count, 1)).map { start in
      let end = min(start + count, rowCount)
      let cells = start * columnCount..<end * columnCount
      var part = RowBlock(columnCount: columnCount)
      part.values = Array(values[cells])
      part.invalidTexts = Set(invalidTexts.filter(cells.contains).map { $0 - cells.lowerBound })
      for row in start..<end { part.digest.append(row: Array(self[row])) }
      return part
    }
  }
}

/// SQL text whose rows are read in blocks, each cell as the engine stores it.
package struct RowBlockQuery: SQLFetchable {
  package typealias Row = RowBlock

  package var fragment: SQLFragment
  package var columnCount: Int
  /// Whether each column is followed by its storage class, for drivers whose results don't distinguish all of them.
  package var hasClasses = false

  /// Creates a query.
  package init(fragment: SQLFragment, columnCount: Int, hasClasses: Bool = false) {
    self.fragment = fragment
    self.columnCount = columnCount
    self.hasClasses = hasClasses
  }

  package func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { fragment }

  /// One row as a separate block.
  package func decode(_ row: inout SQLRowDecoder) throws -> RowBlock {
    var block = RowBlock(columnCount: columnCount)
    for _ in 0..<columnCount {
      let value = try row.decode(SQLValue.self, coding: nil)
      block.values.append(hasClasses ? Self.value(value, try row.decode(SQLValue.self, coding: nil)) : value)
    }
    block.digest.append(row: block.values)
    return block
  }

  /// A value with its storage class.
  private static func value(_ value: SQLValue, _ storageClass: SQLValue) -> SQLValue {
    guard case .integer(let integer) = value, storageClass == .text("real") else { return value }
    return .real(Double(integer))
  }

  package func decodeRows(_ batch: SQLRowBatch, into rows: inout [RowBlock]) throws {
    if hasClasses { return rows.append(try blockWithClasses(batch)) }
    var block = RowBlock(columnCount: batch.columnCount)
    block.values.reserveCapacity(batch.rowCount * batch.columnCount)
    for row in 0..<batch.rowCount {
      for column in 0..<batch.columnCount {
        let cell = batch.cell(row: row, column: column)
        if let value = try? cell.value() {
          block.values.append(value)
        } else {
          block.invalidTexts.insert(block.values.count)
          block.values.append(.blob(cell.withBytes { Array($0) }))
        }
      }
    }
    block.digest.append(batch)
    rows.append(block)
  }

  private func blockWithClasses(_ batch: SQLRowBatch) throws -> RowBlock {
    var one: [RowBlock] = []
    try batch.decodeRows(into: &one) { try decode(&$0) }
    var block = RowBlock(columnCount: columnCount)
    for row in one {
      block.values += row.values
      block.digest.append(row: row.values)
    }
    return block
  }
}

/// SQL text of whose rows only the digest is needed.
package struct DigestQuery: SQLFetchable {
  package typealias Row = ContentDigest

  package var fragment: SQLFragment
  package var columnCount: Int
  package var isOrdered: Bool

  /// Creates a query.
  package init(fragment: SQLFragment, columnCount: Int, isOrdered: Bool) {
    self.fragment = fragment
    self.columnCount = columnCount
    self.isOrdered = isOrdered
  }

  package func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { fragment }

  package func decode(_ row: inout SQLRowDecoder) throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: isOrdered)
    var values: [SQLValue] = []
    for _ in 0..<columnCount { values.append(try row.decode(SQLValue.self, coding: nil)) }
    digest.append(row: values)
    return digest
  }

  /// One digest for all batches of a call, so that the order of rows counts across them.
  package func decodeRows(_ batch: SQLRowBatch, into rows: inout [ContentDigest]) throws {
    var digest = rows.popLast() ?? ContentDigest(isOrdered: isOrdered)
    digest.append(batch)
    rows.append(digest)
  }
}

extension SQLExecutor {
  /// The rows of SQL text, each as its values.
  package func rows(of sql: SQLFragment, columns: Int) async throws -> [[SQLValue]] {
    let blocks = try await fetchAll(RowBlockQuery(fragment: sql, columnCount: columns))
    return blocks.flatMap { block in (0..<block.rowCount).map { Array(block[$0]) } }
  }

  /// The digest of the rows of SQL text.
  package func digest(of sql: SQLFragment, columns: Int, isOrdered: Bool) async throws -> ContentDigest {
    let query = DigestQuery(fragment: sql, columnCount: columns, isOrdered: isOrdered)
    return try await fetchAll(query).first ?? ContentDigest(isOrdered: isOrdered)
  }
}

extension SQLValue {
  /// The text, or `nil`.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The integer, or `nil`.
  package var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }
}
