public import Quarry

/// Stores the rows of a whole response in about as much memory as the response took.
///
/// Every value takes one byte for its type and its data: nothing for NULL, as few bytes as possible for an integer, 8
/// for a real, a length and the bytes for a text or a blob.
public struct RowStore: Sendable {
  /// The number of columns of every row.
  public let columnCount: Int
  /// The number of complete rows.
  public private(set) var rowCount = 0
  /// The number of cells of the open row.
  private(set) var openCells = 0
  /// Whether a text may have had other bytes, which the protocol can't show.
  var hasReplacements = false
  private var bytes: [UInt8] = []
  /// The beginning of the open row.
  private var rowStart = 0
  /// The beginning of every 64th row.
  private var places: [Int] = []

  private static let rowsBetweenPlaces = 64

  /// Creates an empty store.
  public init(columnCount: Int) { self.columnCount = columnCount }

  /// Removes all rows and keeps their memory.
  mutating func removeAll() {
    rowCount = 0
    openCells = 0
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// Appends NULL to the open row.
  public mutating func appendNull() { begin(.null) }

  /// Appends an integer to the open row.
  public mutating func append(_ value: Int64) {
    begin(.integer)
    // The sign goes into the lowest bit, so that small numbers of both signs are short.
    appendNumber(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  /// Appends a real to the open row.
  public mutating func append(_ value: Double) {
    begin(.real)
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a text to the open row.
  public mutating func append(_ value: String) { append(value.utf8, .text) }

  /// Appends a blob to the open row.
  public mutating func append(_ value: [UInt8]) { append(value, .blob) }

  /// Appends a text from its bytes. If they aren't UTF-8, reading the text throws.
  public mutating func append(textBytes: [UInt8]) { append(textBytes, .text) }

  private mutating func append(_ value: some Collection<UInt8>, _ type: SQLStorageClass) {
    begin(type)
    appendNumber(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  private mutating func begin(_ type: SQLStorageClass) {
    if openCells == 0 {
      rowStart = bytes.count
      if rowCount % RowStore.rowsBetweenPlaces == 0 { places.append(rowStart) }
    }
    openCells += 1
    bytes.append(UInt8(truncatingIfNeeded: type.rawValue))
  }

  /// Appends a number with 7 bits in each byte, the lowest first. The highest bit says that more follow.
  private mutating func appendNumber(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Ends a row.
  ///
  /// - Returns: Whether the row has the right number of values. Another row is dropped: reject the response.
  public mutating func endRow() -> Bool {
    guard openCells == columnCount else {
      if openCells > 0, rowCount % RowStore.rowsBetweenPlaces == 0 { places.removeLast() }
      if openCells > 0 { bytes.removeSubrange(rowStart...) }
      openCells = 0
      return false
    }
    rowCount += 1
    openCells = 0
    return true
  }

  /// Returns a value, or `nil` if there is none.
  public func value(row: Int, column: Int) -> SQLValue? {
    guard (0..<rowCount).contains(row), (0..<columnCount).contains(column) else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var position = place(bytes, of: row)
      for _ in 0..<column { _ = RowStore.next(bytes, &position) }
      return switch RowStore.next(bytes, &position) {
      case .null: .null
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      case .text(let text): .text(String(decoding: text, as: UTF8.self))
      case .blob(let blob): .blob(Array(blob))
      }
    }
  }

  /// The integer of a cell, or `nil` for another storage class.
  func integer(row: Int, column: Int) -> Int64? {
    if case .integer(let value)? = value(row: row, column: column) { value } else { nil }
  }

  /// The text of a cell, or `nil` for another storage class.
  func text(row: Int, column: Int) -> String? {
    if case .text(let text)? = value(row: row, column: column) { text } else { nil }
  }

  /// Appends rows to a batch, with as many columns as this store has.
  ///
  /// - Parameters:
  ///   - rows: The numbers of the rows, from 0. Numbers from ``rowCount`` on are ignored.
  ///   - batch: The batch.
  public func copy(_ rows: Range<Int>, into batch: SQLRowBatch) {
    let rows = rows.clamped(to: 0..<rowCount)
    bytes.withUnsafeBufferPointer { bytes in
      var position = place(bytes, of: rows.lowerBound)
      for _ in rows {
        for _ in 0..<columnCount {
          switch RowStore.next(bytes, &position) {
          case .null: batch.appendNull()
          case .integer(let value): batch.append(integer: value)
          case .real(let value): batch.append(real: value)
          case .text(let text): batch.append(text: text)
          case .blob(let blob): batch.append(blob: blob)
          }
        }
        batch.endRow()
      }
    }
  }

  // MARK: Reading

  private enum Cell {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeBufferPointer<UInt8>)
    case blob(UnsafeBufferPointer<UInt8>)
  }

  /// Where a row begins.
  private func place(_ bytes: UnsafeBufferPointer<UInt8>, of row: Int) -> Int {
    guard row < rowCount, columnCount > 0 else { return 0 }
    var position = places[row / RowStore.rowsBetweenPlaces]
    for _ in 0..<(row % RowStore.rowsBetweenPlaces * columnCount) { _ = RowStore.next(bytes, &position) }
    return position
  }

  private static func next(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Cell {
    let type = SQLStorageClass(rawValue: UInt32(bytes[position]))
    position += 1
    switch type {
    case .integer?:
      let value = number(bytes, &position)
      return .integer(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
    case .real?:
      var bits: UInt64 = 0
      for index in (0..<8).reversed() { bits = bits << 8 | UInt64(bytes[position + index]) }
      position += 8
      return .real(Double(bitPattern: bits))
    case .text?: return .text(slice(bytes, &position))
    case .blob?: return .blob(slice(bytes, &position))
    case .null?, nil: return .null
    }
  }

  private static func slice(
    _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int
  ) -> UnsafeBufferPointer<UInt8> {
    let count = Int(truncatingIfNeeded: number(bytes, &position))
    defer { position += count }
    return UnsafeBufferPointer(rebasing: bytes[position..<position + count])
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt64 {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7f) << shift
      guard byte & 0x80 != 0 else { return value }
      shift += 7
    }
  }
}
