package import Quarry

/// A 128-bit hash of cells: storage class, length and every bit count.
///
/// Two lanes of multiply and fold, for comparing results, not for secrets. A third lane treats a whole REAL like the
/// INTEGER of the same value, for drivers whose results can't distinguish them.
package struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  package private(set) var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  package private(set) var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  package private(set) var byValue: UInt64 = 0x1656_67B1_9E37_79F9

  package init() {}

  private init(first: UInt64, second: UInt64, byValue: UInt64) {
    self.first = first
    self.second = second
    self.byValue = byValue
  }

  /// The initial value of sums.
  package static let zero = ContentHash(first: 0, second: 0, byValue: 0)

  private static func fold(_ value: UInt64, _ multiplier: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: multiplier)
    return high ^ low
  }

  /// Adds one word.
  package mutating func combine(_ word: UInt64) {
    combineExactly(word)
    combineByValue(word)
  }

  private mutating func combineExactly(_ word: UInt64) {
    first = Self.fold(first ^ word ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB) &+ word
    second = Self.fold(second &+ word, 0x8EBC_6AF0_9C88_C6E3) ^ (second << 7 | second >> 57)
  }

  private mutating func combineByValue(_ word: UInt64) {
    byValue = Self.fold(byValue ^ word ^ 0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB) &+ word
  }

  private mutating func combine(_ real: Double) {
    combineExactly(UInt64(SQLStorageClass.real.rawValue))
    combineExactly(real.bitPattern)
    if let integer = Int64(exactly: real) {
      combineByValue(UInt64(SQLStorageClass.integer.rawValue))
      combineByValue(UInt64(bitPattern: integer))
    } else {
      combineByValue(UInt64(SQLStorageClass.real.rawValue))
      combineByValue(real.bitPattern)
    }
  }

  /// Adds bytes; the caller adds their number.
  package mutating func combine(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var position = 0
    while position + 8 <= raw.count {
      combine(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position += 8
    }
    guard position < raw.count else { return }
    var last: UInt64 = 0
    var shift: UInt64 = 0
    while position < raw.count {
      last |= UInt64(raw[position]) << shift
      shift += 8
      position += 1
    }
    combine(last)
  }

  /// Adds a cell.
  package mutating func combine(_ cell: SQLCell) {
    let type = UInt64(cell.storageClass.rawValue)
    switch cell.storageClass {
    case .null: combine(type)
    case .integer:
      combine(type)
      combine(UInt64(bitPattern: cell.integerIfPresent ?? 0))
    case .real: combine(cell.realIfPresent ?? 0)
    case .text, .blob:
      cell.withBytes { bytes in
        combine(type | UInt64(bytes.count) << 8)
        combine(bytes)
      }
    }
  }

  /// Adds a value, as the cell that holds it.
  package mutating func combine(_ value: SQLValue) {
    let type = UInt64(value.storageClass.rawValue)
    switch value {
    case .null: combine(type)
    case .integer(let integer):
      combine(type)
      combine(UInt64(bitPattern: integer))
    case .real(let real): combine(real)
    case .text(var text):
      text.withUTF8 { bytes in
        combine(type | UInt64(bytes.count) << 8)
        combine(bytes)
      }
    case .blob(let blob):
      blob.withUnsafeBufferPointer { bytes in
        combine(type | UInt64(bytes.count) << 8)
        combine(bytes)
      }
    }
  }

  /// Adds another hash.
  package mutating func combine(_ other: ContentHash) {
    combineExactly(other.first)
    combineExactly(other.second)
    combineByValue(other.byValue)
  }

  /// The sum of hashes, which does not depend on their order.
  package static func += (sum: inout ContentHash, other: ContentHash) {
    sum.first &+= other.first
    sum.second &+= other.second
    sum.byValue &+= other.byValue
  }

  /// 32 hexadecimal digits.
  package var description: String { Self.hexadecimal(first) + Self.hexadecimal(second) }

  /// The first digits, for tables.
  package var short: String { String(description.prefix(12)) }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The number of rows, and their hash.
package struct ContentDigest: Sendable, Hashable {
  /// The number of rows.
  package var rows = 0
  /// The hash of all rows.
  package var hash: ContentHash
  /// Whether the order of the rows counts.
  package let isOrdered: Bool

  package init(isOrdered: Bool) {
    self.isOrdered = isOrdered
    hash = isOrdered ? ContentHash() : .zero
  }

  /// Adds the rows of a batch.
  package mutating func append(_ batch: SQLRowBatch) {
    for row in 0..<batch.rowCount {
      var one = ContentHash()
      for column in 0..<batch.columnCount { one.combine(batch.cell(row: row, column: column)) }
      append(row: one)
    }
  }

  /// Adds a row of values.
  package mutating func append(row values: [SQLValue]) {
    var one = ContentHash()
    for value in values { one.combine(value) }
    append(row: one)
  }

  /// Adds a row by its hash.
  package mutating func append(row: ContentHash) {
    rows += 1
    if isOrdered { hash.combine(row) } else { hash += row }
  }
}
