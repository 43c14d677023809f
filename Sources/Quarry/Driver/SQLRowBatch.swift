/// A batch of rows from a driver: cells in row order, and one buffer for the bytes of texts and blobs.
///
/// The driver fills a batch, and Quarry decodes it and empties it for the next step. Nothing is allocated or called per
/// cell. A batch belongs to one connection and isn't `Sendable`.
///
/// A driver in Swift appends cells in column order:
///
/// ```swift
/// batch.removeAllRows(columnCount: 2)
/// batch.append(integer: 1)
/// batch.append(text: "Nina")
/// batch.endRow()
/// ```
///
/// A driver in C fills ``withUnsafeStorage(_:)`` directly.
public final class SQLRowBatch {
  // A batch is used by one thread at a time, and nothing calls back while one of these is accessed. Other modules read
  // computed properties, because the compiler would check their accesses to stored ones.
  @exclusivity(unchecked) private var cellMemory: UnsafeMutablePointer<SQLCellStorage>
  @exclusivity(unchecked) private var byteMemory: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var cellCapacity: Int
  @exclusivity(unchecked) private var byteCapacity: Int
  @exclusivity(unchecked) private var byteCount = 0
  @exclusivity(unchecked) private var cellCount = 0
  @exclusivity(unchecked) private var storedColumnCount = 0
  @exclusivity(unchecked) private var storedRowCount = 0

  @usableFromInline var cells: UnsafeMutablePointer<SQLCellStorage> { cellMemory }
  @usableFromInline var bytes: UnsafeMutablePointer<UInt8> { byteMemory }

  /// The result columns of the statement that fills the batch. Quarry sets them.
  @exclusivity(unchecked) public internal(set) var columns: [ColumnDescription] = []
  /// The number of columns of every row in the batch.
  public var columnCount: Int { storedColumnCount }
  /// The number of complete rows.
  public var rowCount: Int { storedRowCount }
  /// The driver's mistake in filling the batch. Quarry throws an error instead of reading the rows.
  @exclusivity(unchecked) private(set) var defect: String?

  /// Creates an empty batch.
  public init() {
    cellCapacity = 256
    byteCapacity = 4096
    cellMemory = .allocate(capacity: cellCapacity)
    byteMemory = .allocate(capacity: byteCapacity)
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  /// Removes all rows, and sets the number of columns. The memory is kept.
  public func removeAllRows(columnCount: Int) {
    storedColumnCount = max(columnCount, 0)
    defect = nil
    storedRowCount = 0
    cellCount = 0
    byteCount = 0
  }

  /// Reserves space for at least `newCells` cells and `newBytes` bytes in total.
  public func reserveCapacity(cells newCells: Int, bytes newBytes: Int) {
    // A capacity is a wish: one that no memory holds is left to fail where it is used.
    if newCells > cellCapacity, newCells <= Int.max / 64 {
      let capacity = max(newCells, cellCapacity * 2)
      let grown = UnsafeMutablePointer<SQLCellStorage>.allocate(capacity: capacity)
      grown.update(from: cells, count: cellCount)
      cells.deallocate()
      cellMemory = grown
      cellCapacity = capacity
    }
    if newBytes > byteCapacity, newBytes <= Int.max / 64 {
      let capacity = max(newBytes, byteCapacity * 2)
      let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      grown.update(from: bytes, count: byteCount)
      bytes.deallocate()
      byteMemory = grown
      byteCapacity = capacity
    }
  }

  /// Returns the cell at a row and a column. Both must be in range, which debug builds check.
  @inlinable public func cell(row: Int, column: Int) -> SQLCell {
    assert(
      row >= 0 && row < rowCount && column >= 0 && column < columnCount,
      "there is no cell at row \(row), column \(column) of \(rowCount) rows and \(columnCount) columns")
    return SQLCell(storage: cells[row &* columnCount &+ column], bytes: bytes)
  }
}

// MARK: - Filling from Swift

extension SQLRowBatch {
  private func append(_ cell: SQLCellStorage) {
    if cellCount == cellCapacity { reserveCapacity(cells: cellCount + 1, bytes: 0) }
    cells[cellCount] = cell
    cellCount += 1
  }

  private func append(_ buffer: UnsafeBufferPointer<UInt8>, _ type: SQLStorageClass) {
    if byteCount + buffer.count > byteCapacity { reserveCapacity(cells: 0, bytes: byteCount + buffer.count) }
    if let start = buffer.baseAddress { (bytes + byteCount).update(from: start, count: buffer.count) }
    append(SQLCellStorage(payload: UInt64(byteCount), length: UInt32(clamping: buffer.count), type: type.rawValue))
    byteCount += buffer.count
  }

  /// Appends a NULL cell.
  public func appendNull() { append(SQLCellStorage.null) }

  /// Appends an integer cell.
  public func append(integer: Int64) {
    append(SQLCellStorage(payload: UInt64(bitPattern: integer), length: 0, type: SQLStorageClass.integer.rawValue))
  }

  /// Appends a real cell.
  public func append(real: Double) {
    append(SQLCellStorage(payload: real.bitPattern, length: 0, type: SQLStorageClass.real.rawValue))
  }

  /// Appends a text cell from UTF-8 bytes.
  public func append(text: UnsafeBufferPointer<UInt8>) { append(text, .text) }

  /// Appends a text cell.
  public func append(text: String) {
    var text = text
    text.withUTF8 { append($0, .text) }
  }

  /// Appends a blob cell.
  public func append(blob: UnsafeBufferPointer<UInt8>) { append(blob, .blob) }

  /// Appends a cell of any storage class.
  public func append(_ value: SQLValue) {
    switch value {
    case .null: appendNull()
    case .integer(let integer): append(integer: integer)
    case .real(let real): append(real: real)
    case .text(let text): append(text: text)
    case .blob(let blob): blob.withUnsafeBufferPointer { append($0, .blob) }
    }
  }

  /// Ends a row. Missing cells become NULL, and surplus cells are dropped.
  public func endRow() {
    let wanted = (rowCount + 1) * columnCount
    while cellCount < wanted { appendNull() }
    cellCount = wanted
    storedRowCount += 1
  }
}

// MARK: - Filling from C

extension SQLRowBatch {
  /// The memory of a batch, for a driver that fills it from C.
  public struct UnsafeStorage {
    /// The memory for cells.
    public var cells: UnsafeMutablePointer<SQLCellStorage>
    /// The number of cells that fit.
    public var cellCapacity: Int
    /// The memory for the bytes of texts and blobs.
    public var bytes: UnsafeMutablePointer<UInt8>
    /// The number of bytes that fit.
    public var byteCapacity: Int
    /// The number of bytes in use. The driver updates it.
    public var byteCount: Int
    /// The number of complete rows. The driver updates it.
    public var rowCount: Int
  }

  /// Calls a closure that fills the batch's memory and updates the counts.
  ///
  /// If the counts exceed the capacities, the statement fails with `.engineInternal`. Debug builds also check every
  /// cell.
  ///
  /// - Parameter body: Fills the memory and updates the two counts. Don't use the memory after it returns.
  public func withUnsafeStorage<R>(_ body: (inout UnsafeStorage) -> R) -> R {
    var storage = UnsafeStorage(
      cells: cells, cellCapacity: cellCapacity, bytes: bytes, byteCapacity: byteCapacity, byteCount: byteCount,
      rowCount: rowCount)
    let result = body(&storage)
    let maximumRows = columnCount == 0 ? Int.max : cellCapacity / columnCount
    guard (0...byteCapacity).contains(storage.byteCount), (0...maximumRows).contains(storage.rowCount) else {
      refuse("the driver says that it filled more of a batch of rows than there is")
      return result
    }
    byteCount = storage.byteCount
    storedRowCount = storage.rowCount
    cellCount = rowCount * columnCount
    #if DEBUG
    if let index = (0..<cellCount).first(where: { !isSound(cells[$0]) }) {
      refuse("the driver filled cell \(index % columnCount) of row \(index / columnCount) with what is no cell")
    }
    #endif
    return result
  }

  private func refuse(_ defect: String) {
    self.defect = defect
    storedRowCount = 0
    cellCount = 0
    byteCount = 0
  }

  private func isSound(_ cell: SQLCellStorage) -> Bool {
    guard let kind = SQLStorageClass(rawValue: cell.type) else { return false }
    guard kind == .text || kind == .blob else { return true }
    return cell.payload <= UInt64(byteCount) && UInt64(cell.length) <= UInt64(byteCount) - cell.payload
  }
}
