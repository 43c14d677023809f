/// The values of one execution of a statement, in the layout of a ``SQLRowBatch``: one cell for each parameter, and
/// one buffer for the bytes of texts and blobs.
///
/// Quarry writes records into it without an allocation per row. A driver in C binds it as a whole; every other driver
/// receives ``values``.
///
/// ```swift
/// func numberOfNulls(in bound: BoundValues) -> Int {
///   bound.withUnsafeStorage { cells, _ in
///     (0..<bound.count).count { cells[$0].type == SQLStorageClass.null.rawValue }
///   }
/// }
/// ```
public final class BoundValues: @unchecked Sendable {
  // Sound: it's only written by the one who made it, before anybody else sees it, or later while nobody else has a
  // reference. See `emptied(_:)`.
  @exclusivity(unchecked) @usableFromInline var cells: UnsafeMutablePointer<SQLCellStorage>
  @exclusivity(unchecked) @usableFromInline var bytes: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var cellCapacity: Int
  @exclusivity(unchecked) private var byteCapacity: Int
  @exclusivity(unchecked) @usableFromInline private(set) var cellCount = 0
  @exclusivity(unchecked) @usableFromInline private(set) var usedBytes = 0
  /// The index of the first cell of the row that a ``SQLRowWriter`` writes, or -1.
  @exclusivity(unchecked) @usableFromInline private(set) var openRow = -1

  /// More memory than this isn't kept between statements.
  private static let keptBytes = 16 * 1024
  /// More memory than this isn't used again within a command.
  private static let reusedBytes = 1024 * 1024

  @usableFromInline init(cells: Int = 16, bytes: Int = 256) {
    cellCapacity = max(cells, 1)
    byteCapacity = max(bytes, 1)
    self.cells = .allocate(capacity: cellCapacity)
    self.bytes = .allocate(capacity: byteCapacity)
  }

  /// Creates a buffer with values.
  public convenience init(_ values: [SQLValue]) {
    self.init(cells: values.count)
    append(values)
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  /// The number of values.
  @inlinable public var count: Int { cellCount }

  /// The number of bytes of all texts and blobs.
  @inlinable public var byteCount: Int { usedBytes }

  /// Calls a closure with the cells and with the bytes of texts and blobs.
  ///
  /// The memory doesn't change or move as long as you keep a reference to this object.
  ///
  /// - Parameter body: Uses the memory. There are ``count`` cells.
  /// - Throws: The error of the body.
  public func withUnsafeStorage<R, Failure: Error>(
    _ body: (UnsafePointer<SQLCellStorage>, UnsafePointer<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R { try body(cells, bytes) }

  /// The values, one for each parameter.
  public var values: [SQLValue] { (0..<cellCount).map { value(at: $0) ?? .null } }
}

// MARK: - Writing

extension BoundValues {
  /// Returns an empty buffer: the given one if nobody else uses it, and a new one otherwise.
  @usableFromInline package static func emptied(_ buffer: inout BoundValues?) -> BoundValues {
    let values = emptied(buffer.take())
    buffer = values
    return values
  }

  /// Does the same with a buffer that is given away, without counting a reference to it.
  @inline(__always) static func emptied(_ buffer: consuming BoundValues?) -> BoundValues {
    guard !unlikely(!isKnownUniquelyReferenced(&buffer)), let values = consume buffer,
      !unlikely(values.byteCapacity > reusedBytes)
    else { return BoundValues() }
    values.removeAll()
    return values
  }

  /// Whether the memory is worth keeping between statements.
  package var isModest: Bool { byteCapacity <= Self.keptBytes && cellCapacity <= Self.keptBytes / 16 }

  /// Removes all values and keeps the memory.
  func removeAll() {
    cellCount = 0
    usedBytes = 0
  }

  /// Appends a value.
  func append(_ value: SQLValue) { set(appendAbsent(1), value) }

  /// Appends an integer.
  @inline(__always) func append(integer: Int64) {
    guard cellCount < cellCapacity else { return append(.integer(integer)) }
    cells[cellCount] = SQLCellStorage(payload: UInt64(bitPattern: integer), length: 0, type: 1)
    cellCount &+= 1
  }

  /// Appends values.
  package func append(_ values: [SQLValue]) {
    let start = cellCount
    if values.count > cellCapacity &- start { growCells(start + values.count) }
    cellCount = start &+ values.count
    for index in values.indices { set(start &+ index, values[index]) }
  }

  /// Appends a row of cells without a value, which a writer may set until ``endRow()``. Returns the index of the first.
  @usableFromInline func beginRow(_ count: Int) -> Int {
    openRow = appendAbsent(count)
    return openRow
  }

  /// Ends a row. A writer that somebody has kept has no effect from now on.
  @usableFromInline func endRow() { openRow = -1 }

  /// Appends cells without a value, and returns the index of the first.
  private func appendAbsent(_ count: Int) -> Int {
    let start = cellCount
    if start + count > cellCapacity { growCells(start + count) }
    (cells + start).update(repeating: SQLCellStorage(payload: 0, length: 0, type: 0), count: count)
    cellCount = start + count
    return start
  }

  /// Removes the cells from an index on. The bytes from an offset on, which belong to them, are removed too.
  func removeLast(from index: Int, bytes offset: Int) {
    cellCount = index
    usedBytes = offset
  }

  /// The value of a cell, or `nil` for a cell without one.
  func value(at index: Int) -> SQLValue? {
    let cell = SQLCell(storage: cells[index], bytes: bytes)
    switch cell.storage.type {
    case 0: return Optional.none
    // The bytes come from a `String`, and are valid.
    case SQLStorageClass.text.rawValue: return .text(cell.withBytes { String(decoding: $0, as: UTF8.self) })
    case SQLStorageClass.blob.rawValue: return .blob(cell.blobIfPresent ?? [])
    case SQLStorageClass.integer.rawValue: return .integer(cell.integerIfPresent ?? 0)
    case SQLStorageClass.real.rawValue: return .real(cell.realIfPresent ?? 0)
    default: return .some(.null)
    }
  }

  /// Sets a cell.
  @inlinable func set(_ index: Int, _ value: SQLValue) {
    switch value {
    case .null: cells[index] = .null
    case .integer(let integer):
      cells[index] = SQLCellStorage(payload: UInt64(bitPattern: integer), length: 0, type: 1)
    case .real(let real): cells[index] = SQLCellStorage(payload: real.bitPattern, length: 0, type: 2)
    case .text(var text): text.withUTF8 { set(index, UnsafeRawBufferPointer($0), type: 3) }
    case .blob(let blob): blob.withUnsafeBytes { set(index, $0, type: 4) }
    }
  }

  /// Removes the value of a cell.
  func setAbsent(_ index: Int) { cells[index] = SQLCellStorage(payload: 0, length: 0, type: 0) }

  /// Sets a cell to a text or blob.
  @usableFromInline func set(_ index: Int, _ content: UnsafeRawBufferPointer, type: UInt32) {
    let count = content.count
    let offset = usedBytes
    if count > byteCapacity &- offset { growBytes(offset + count) }
    if let start = content.baseAddress {
      UnsafeMutableRawPointer(bytes + offset).copyMemory(from: start, byteCount: count)
    }
    // A length that doesn't fit is beyond every engine's limit, and is refused when it is bound.
    cells[index] = SQLCellStorage(
      payload: UInt64(truncatingIfNeeded: offset), length: UInt32(clamping: count), type: type)
    usedBytes = offset &+ count
  }

  private func growCells(_ wanted: Int) {
    let capacity = max(wanted, cellCapacity * 2)
    let grown = UnsafeMutablePointer<SQLCellStorage>.allocate(capacity: capacity)
    grown.update(from: cells, count: cellCount)
    cells.deallocate()
    cells = grown
    cellCapacity = capacity
  }

  private func growBytes(_ wanted: Int) {
    let capacity = max(wanted, byteCapacity * 2)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    grown.update(from: bytes, count: usedBytes)
    bytes.deallocate()
    bytes = grown
    byteCapacity = capacity
  }
}

extension BoundValues {
  /// The place of one value, which a type writes itself to.
  ///
  /// Only the call that received it can use it.
  @frozen public struct Cell: ~Copyable {
    // Sound because nobody can keep a cell: it's only passed on for the time of a call, in which the caller has the buffer.
    @usableFromInline let buffer: Unmanaged<BoundValues>
    @usableFromInline let index: Int

    @inlinable init(_ buffer: Unmanaged<BoundValues>, _ index: Int) {
      self.buffer = buffer
      self.index = index
    }

    /// Writes a value.
    @inlinable public func set(_ value: SQLValue) { buffer._withUnsafeGuaranteedRef { $0.set(index, value) } }

    /// Writes NULL.
    @inlinable public func setNull() { set(SQLCellStorage.null) }

    /// Writes an integer.
    @inlinable public func set(integer: Int64) {
      set(SQLCellStorage(payload: UInt64(bitPattern: integer), length: 0, type: 1))
    }

    /// Writes a real. NaN becomes NULL, as in SQLite.
    @inlinable public func set(real: Double) {
      set(real.isNaN ? SQLCellStorage.null : SQLCellStorage(payload: real.bitPattern, length: 0, type: 2))
    }

    @inlinable func set(_ cell: SQLCellStorage) { buffer._withUnsafeGuaranteedRef { $0.cells[index] = cell } }

    /// Writes what a coding makes of a value. Not inlined, so that values without a coding cost little.
    @inlinable @inline(never) func set<Value>(_ value: Value, with coding: SQLValueCoding<Value>) throws {
      set(try coding.encode(value))
    }

    /// Writes a blob.
    @inlinable public func set(blob: UnsafeRawBufferPointer) {
      buffer._withUnsafeGuaranteedRef { $0.set(index, blob, type: 4) }
    }

    /// Writes a text from UTF-8 bytes, which must be valid.
    @inlinable public func set(text: UnsafeRawBufferPointer) {
      buffer._withUnsafeGuaranteedRef { $0.set(index, text, type: 3) }
    }
  }
}
