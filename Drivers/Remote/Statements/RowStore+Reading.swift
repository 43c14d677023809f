public import Quarry

extension RowStore {
  /// Returns a value, or `nil` if there is none.
  public func value(row: Int, column: Int) -> SQLValue? {
    guard (0..<rowCount).contains(row), (0..<columnCount).contains(column) else { return nil }
    return reading(from: row) { cells in
      for _ in 0..<column { _ = cells.next() }
      return switch cells.next() {
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
    reading(from: rows.lowerBound) { cells in
      for _ in rows {
        for _ in 0..<columnCount {
          switch cells.next() {
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

  /// Calls a body with the cells from the beginning of a row on.
  private func reading<R>(from row: Int, _ body: (inout Cells) -> R) -> R {
    bytes.withUnsafeBufferPointer { bytes in
      source.withUnsafeBufferPointer { source in
        var cells = Cells(bytes: bytes, source: source)
        if row < rowCount, columnCount > 0 {
          cells.position = places[row / RowStore.rowsBetweenPlaces]
          for _ in 0..<(row % RowStore.rowsBetweenPlaces * columnCount) { _ = cells.next() }
        }
        return body(&cells)
      }
    }
  }

  /// Reads one cell after the other.
  private struct Cells {
    enum Cell {
      case null
      case integer(Int64)
      case real(Double)
      case text(UnsafeBufferPointer<UInt8>)
      case blob(UnsafeBufferPointer<UInt8>)
    }

    let bytes: UnsafeBufferPointer<UInt8>
    let source: UnsafeBufferPointer<UInt8>
    var position = 0

    mutating func next() -> Cell {
      let type = bytes[position]
      position += 1
      if type == RowStore.placedText {
        let start = Int(truncatingIfNeeded: number())
        return .text(UnsafeBufferPointer(rebasing: source[start..<start + Int(truncatingIfNeeded: number())]))
      }
      switch SQLStorageClass(rawValue: UInt32(type)) {
      case .integer?:
        let value = number()
        return .integer(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
      case .real?:
        var bits: UInt64 = 0
        for index in (0..<8).reversed() { bits = bits << 8 | UInt64(bytes[position + index]) }
        position += 8
        return .real(Double(bitPattern: bits))
      case .text?: return .text(slice())
      case .blob?: return .blob(slice())
      case .null?, nil: return .null
      }
    }

    private mutating func slice() -> UnsafeBufferPointer<UInt8> {
      let count = Int(truncatingIfNeeded: number())
      defer { position += count }
      return UnsafeBufferPointer(rebasing: bytes[position..<position + count])
    }

    private mutating func number() -> UInt64 {
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
}
