import Synchronization

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
  /// The memory and the counts, in one place that never moves: the compiler checks no access to it, in any module. A
  /// batch is used by one thread at a time.
  @usableFromInline let contents: UnsafeMutablePointer<Contents>

  @frozen @usableFromInline struct Contents {
    @usableFromInline var storage: UnsafeStorage
    @usableFromInline var columnCount = 0
    @usableFromInline var cellCount = 0

    @inlinable init(storage: UnsafeStorage) { self.storage = storage }
  }

  @inlinable var cells: UnsafeMutablePointer<SQLCellStorage> { contents.pointee.storage.cells }
  @inlinable var bytes: UnsafeMutablePointer<UInt8> { contents.pointee.storage.bytes }

  /// The result columns of the statement that fills the batch. Quarry sets them.
  @exclusivity(unchecked) public internal(set) var columns: [ColumnDescription] = [] {
    didSet { columnsIdentity = 0 }
  }
  /// What the statement that set the columns calls them, or 0.
  @exclusivity(unchecked) private(set) var columnsIdentity: UInt64 = 0
  /// The number of columns of every row in the batch.
  @inlinable public var columnCount: Int { contents.pointee.columnCount }
  /// The number of complete rows.
  @inlinable public var rowCount: Int { contents.pointee.storage.rowCount }
  /// The driver's mistake in filling the batch. Quarry throws an error instead of reading the rows.
  @exclusivity(unchecked) private(set) var defect: Defect?

  /// A driver's mistake.
  enum Defect {
    /// The driver says that it filled more than there is.
    case tooMuch
    /// The driver filled a cell with what is no cell.
    case cell(row: Int, column: Int)

    var message: String {
      switch self {
      case .tooMuch: "the driver says that it filled more of a batch of rows than there is"
      case .cell(let row, let column): "the driver filled cell \(column) of row \(row) with what is no cell"
      }
    }
  }

  /// Creates an empty batch.
  public init() {
    contents = .allocate(capacity: 1)
    let storage = UnsafeStorage(
      cells: .allocate(capacity: 256), cellCapacity: 256, bytes: .allocate(capacity: 4096), byteCapacity: 4096,
      byteCount: 0, rowCount: 0)
    contents.initialize(to: Contents(storage: storage))
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
    contents.deallocate()
  }

  /// Removes all rows, and sets the number of columns. The memory is kept.
  public func removeAllRows(columnCount: Int) {
    contents.pointee.columnCount = max(columnCount, 0)
    defect = nil
    removeCells()
  }

  /// Sets the columns, unless they are already those that the statement calls so.
  ///
  /// - Parameters:
  ///   - identity: What no other columns are called; see ``newColumnsIdentity()``.
  ///   - columns: Returns the columns.
  @inline(__always) func setColumns(identity: UInt64, _ columns: () -> [ColumnDescription]) {
    guard columnsIdentity != identity else { return }
    self.columns = columns()
    columnsIdentity = identity
  }

  private static let columnsIdentities = Atomic<UInt64>(0)

  /// Returns a number that nothing else is called in this process.
  static func newColumnsIdentity() -> UInt64 { columnsIdentities.add(1, ordering: .relaxed).newValue }

  private func removeCells() {
    contents.pointee.storage.rowCount = 0
    contents.pointee.storage.byteCount = 0
    contents.pointee.cellCount = 0
  }

  /// Reserves space for at least `newCells` cells and `newBytes` bytes in total.
  public func reserveCapacity(cells newCells: Int, bytes newBytes: Int) {
    let storage = contents.pointee.storage
    // A capacity is a wish: one that no memory holds is left to fail where it is used.
    if newCells > storage.cellCapacity, newCells <= Int.max / 64 {
      let capacity = max(newCells, storage.cellCapacity * 2)
      let grown = UnsafeMutablePointer<SQLCellStorage>.allocate(capacity: capacity)
      grown.update(from: storage.cells, count: contents.pointee.cellCount)
      storage.cells.deallocate()
      contents.pointee.storage.cells = grown
      contents.pointee.storage.cellCapacity = capacity
    }
    if newBytes > storage.byteCapacity, newBytes <= Int.max / 64 {
      let capacity = max(newBytes, storage.byteCapacity * 2)
      let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      grown.update(from: storage.bytes, count: storage.byteCount)
      storage.bytes.deallocate()
      contents.pointee.storage.bytes = grown
      contents.pointee.storage.byteCapacity = capacity
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
    let count = contents.pointee.cellCount
    if count == contents.pointee.storage.cellCapacity { reserveCapacity(cells: count + 1, bytes: 0) }
    cells[count] = cell
    contents.pointee.cellCount = count + 1
  }

  private func append(_ buffer: UnsafeBufferPointer<UInt8>, _ type: SQLStorageClass) {
    let count = contents.pointee.storage.byteCount
    if count + buffer.count > contents.pointee.storage.byteCapacity {
      reserveCapacity(cells: 0, bytes: count + buffer.count)
    }
    if let start = buffer.baseAddress { (bytes + count).update(from: start, count: buffer.count) }
    append(SQLCellStorage(payload: UInt64(count), length: UInt32(clamping: buffer.count), type: type.rawValue))
    contents.pointee.storage.byteCount = count + buffer.count
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
    while contents.pointee.cellCount < wanted { appendNull() }
    contents.pointee.cellCount = wanted
    contents.pointee.storage.rowCount += 1
  }
}

// MARK: - Filling from C

extension SQLRowBatch {
  /// The memory of a batch, for a driver that fills it from C.
  @frozen public struct UnsafeStorage {
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

    @inlinable init(
      cells: UnsafeMutablePointer<SQLCellStorage>, cellCapacity: Int, bytes: UnsafeMutablePointer<UInt8>,
      byteCapacity: Int, byteCount: Int, rowCount: Int
    ) {
      (self.cells, self.cellCapacity) = (cells, cellCapacity)
      (self.bytes, self.byteCapacity) = (bytes, byteCapacity)
      (self.byteCount, self.rowCount) = (byteCount, rowCount)
    }
  }

  /// Calls a closure that fills the batch's memory and updates the counts.
  ///
  /// If the counts exceed the capacities, the statement fails with `.engineInternal`. Debug builds also check every
  /// cell.
  ///
  /// - Parameter body: Fills the memory and updates the two counts. Don't use the memory after it returns.
  public func withUnsafeStorage<R>(_ body: (inout UnsafeStorage) -> R) -> R {
    // A copy: only the counts are the driver's to change.
    var storage = contents.pointee.storage
    let result = body(&storage)
    contents.pointee.storage.byteCount = storage.byteCount
    contents.pointee.storage.rowCount = storage.rowCount
    finishFilling()
    return result
  }

  /// The memory, for an engine that only changes the counts, and calls ``finishFilling()`` before anybody reads a row.
  @inlinable package var unsafeStorage: UnsafeMutablePointer<UnsafeStorage> {
    UnsafeMutableRawPointer(contents).assumingMemoryBound(to: UnsafeStorage.self)
  }

  /// Checks the counts after the memory was filled.
  package func finishFilling() {
    let (storage, columnCount) = (contents.pointee.storage, columnCount)
    guard (0...storage.byteCapacity).contains(storage.byteCount), storage.rowCount >= 0,
      !storage.rowCount.multipliedReportingOverflow(by: columnCount).overflow,
      storage.rowCount * columnCount <= storage.cellCapacity
    else { return refuse(.tooMuch) }
    contents.pointee.cellCount = storage.rowCount &* columnCount
    #if DEBUG
    if let index = (0..<contents.pointee.cellCount).first(where: { !isSound(cells[$0]) }) {
      refuse(.cell(row: index / columnCount, column: index % columnCount))
    }
    #endif
  }

  private func refuse(_ defect: Defect) {
    self.defect = defect
    removeCells()
  }

  private func isSound(_ cell: SQLCellStorage) -> Bool {
    guard let kind = SQLStorageClass(rawValue: cell.type) else { return false }
    guard kind == .text || kind == .blob else { return true }
    let byteCount = UInt64(contents.pointee.storage.byteCount)
    return cell.payload <= byteCount && UInt64(cell.length) <= byteCount - cell.payload
  }
}
