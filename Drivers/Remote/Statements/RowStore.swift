internal import Quarry
internal import QuarryWire

/// Stores the rows of a whole response in about as much memory as the response took.
///
/// Every value takes one byte for its type and its data: nothing for NULL, as few bytes as possible for an integer, 8
/// for a real, a length and the bytes for a text or a blob. A text without escapes stays in the response, and only its
/// position is stored.
public struct RowStore: Sendable {
  /// The number of columns of every row.
  public let columnCount: Int
  /// The number of complete rows.
  public private(set) var rowCount = 0
  /// The number of cells of the open row.
  private(set) var openCells = 0
  /// Whether a text may have had other bytes, which the protocol can't show.
  var hasReplacements = false
  private(set) var bytes: [UInt8] = []
  /// The response in which texts stay.
  private(set) var source: [UInt8] = []
  /// The beginning of the open row.
  private var rowStart = 0
  /// The beginning of every 64th row.
  private(set) var places: [Int] = []

  static let rowsBetweenPlaces = 64
  /// The type of a text in the response. No storage class has this number.
  static let placedText: UInt8 = 0xff

  /// Creates an empty store.
  public init(columnCount: Int) { self.columnCount = columnCount }

  /// Creates an empty store for the rows of a response.
  init(columnCount: Int, source: [UInt8]) {
    self.columnCount = columnCount
    self.source = source
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

  /// Appends a text of the response, in UTF-8, without copying it.
  mutating func append(textAt place: Range<Int>) {
    begin(RowStore.placedText)
    appendNumber(UInt64(place.lowerBound))
    appendNumber(UInt64(place.count))
  }

  /// Appends a text in UTF-8.
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) { append(text, .text) }

  /// Appends the string that a reader of the response has read last.
  mutating func append(textOf reader: borrowing JSONReader) {
    if let place = reader.textPlace { append(textAt: place) } else { reader.withText { append($0, .text) } }
  }

  /// Appends a text from its bytes. If they aren't UTF-8, reading the text throws.
  public mutating func append(textBytes: [UInt8]) { append(textBytes, .text) }

  private mutating func append(_ value: some Collection<UInt8>, _ type: SQLStorageClass) {
    begin(type)
    appendNumber(UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  private mutating func begin(_ type: SQLStorageClass) { begin(UInt8(truncatingIfNeeded: type.rawValue)) }

  private mutating func begin(_ type: UInt8) {
    if openCells == 0 {
      rowStart = bytes.count
      if rowCount % RowStore.rowsBetweenPlaces == 0 { places.append(rowStart) }
    }
    openCells += 1
    bytes.append(type)
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
}
