internal import Quarry

/// The rows of a whole answer: cells in row order, and one arena for the bytes of texts and blobs.
struct RowStore: Sendable {
  /// The number of columns of every row.
  let columnCount: Int
  private(set) var rowCount = 0
  private var cells: [SQLCellStorage] = []
  private var bytes: [UInt8] = []

  /// Creates an empty store.
  init(columnCount: Int) { self.columnCount = columnCount }

  /// The number of cells of the row that is being filled.
  var openCells: Int { cells.count - rowCount * columnCount }

  mutating func appendNull() { cells.append(.null) }

  mutating func append(_ value: Int64) {
    cells.append(SQLCellStorage(payload: UInt64(bitPattern: value), length: 0, type: SQLStorageClass.integer.rawValue))
  }

  mutating func append(_ value: Double) {
    cells.append(SQLCellStorage(payload: value.bitPattern, length: 0, type: SQLStorageClass.real.rawValue))
  }

  mutating func append(_ value: String) { append(value.utf8, .text) }

  mutating func append(_ value: [UInt8]) { append(value, .blob) }

  private mutating func append(_ value: some Collection<UInt8>, _ type: SQLStorageClass) {
    let start = bytes.count
    bytes.append(contentsOf: value)
    cells.append(
      SQLCellStorage(payload: UInt64(start), length: UInt32(clamping: bytes.count - start), type: type.rawValue))
  }

  /// Ends a row.
  ///
  /// - Returns: whether it has as many cells as there are columns.
  mutating func endRow() -> Bool {
    guard openCells == columnCount else { return false }
    rowCount += 1
    return true
  }

  /// The integer of a cell, or `nil` for another storage class.
  func integer(row: Int, column: Int) -> Int64? {
    guard row < rowCount, column < columnCount else { return nil }
    let cell = cells[row * columnCount + column]
    return cell.type == SQLStorageClass.integer.rawValue ? Int64(bitPattern: cell.payload) : nil
  }

  /// The text of a cell, or `nil` for another storage class.
  func text(row: Int, column: Int) -> String? {
    guard row < rowCount, column < columnCount else { return nil }
    let cell = cells[row * columnCount + column]
    guard cell.type == SQLStorageClass.text.rawValue else { return nil }
    return String(decoding: bytes[Int(cell.payload)..<(Int(cell.payload) + Int(cell.length))], as: UTF8.self)
  }

  /// Appends rows to a batch for so many columns.
  func copy(_ rows: Range<Int>, into batch: SQLRowBatch) {
    bytes.withUnsafeBufferPointer { bytes in
      for row in rows {
        for cell in cells[(row * columnCount)..<((row + 1) * columnCount)] {
          let slice = UnsafeBufferPointer(
            rebasing: bytes[Int(clamping: isBytes(cell) ? cell.payload : 0)...].prefix(Int(cell.length)))
          switch cell.type {
          case SQLStorageClass.integer.rawValue: batch.append(integer: Int64(bitPattern: cell.payload))
          case SQLStorageClass.real.rawValue: batch.append(real: Double(bitPattern: cell.payload))
          case SQLStorageClass.text.rawValue: batch.append(text: slice)
          case SQLStorageClass.blob.rawValue: batch.append(blob: slice)
          default: batch.appendNull()
          }
        }
        batch.endRow()
      }
    }
  }

  private func isBytes(_ cell: SQLCellStorage) -> Bool {
    cell.type == SQLStorageClass.text.rawValue || cell.type == SQLStorageClass.blob.rawValue
  }
}

/// What one statement answered, as a whole.
struct StatementAnswer: Sendable {
  /// The names of the columns, and their declared types where the protocol tells; empty for a statement without rows.
  var columns: [ColumnDescription] = []
  /// The rows.
  var rows = RowStore(columnCount: 0)
  /// What the statement did.
  var result = StatementResult(affectedRows: 0, lastInsertedRowID: 0)

  /// The answer as the core takes it from a batch.
  func batched(knowsResult: Bool) -> BatchedAnswer {
    var batch: SQLRowBatch?
    if rows.rowCount > 0 {
      let filled = SQLRowBatch()
      filled.removeAllRows(columnCount: rows.columnCount)
      rows.copy(0..<rows.rowCount, into: filled)
      batch = filled
    }
    return BatchedAnswer(result: knowsResult ? result : nil, columns: columns, rows: batch)
  }
}
