/// The layout of one cell in a row batch: 16 bytes, shared with engines written in C.
@frozen public struct SQLCellStorage: Sendable {
  /// The bits of an integer or real, or the byte offset of a text or blob in the batch's buffer.
  public var payload: UInt64
  /// The number of bytes of a text or blob; 0 otherwise.
  public var length: UInt32
  /// The raw value of the cell's ``SQLStorageClass``.
  public var type: UInt32

  /// Creates a cell from its three fields.
  @inlinable public init(payload: UInt64, length: UInt32, type: UInt32) {
    self.payload = payload
    self.length = length
    self.type = type
  }

  /// A NULL cell.
  @inlinable public static var null: SQLCellStorage { SQLCellStorage(payload: 0, length: 0, type: 5) }
}

/// A view of one cell of the current row. Don't use it after the call that received it.
@frozen public struct SQLCell {
  @usableFromInline let storage: SQLCellStorage
  @usableFromInline let bytes: UnsafePointer<UInt8>

  @inlinable init(storage: SQLCellStorage, bytes: UnsafePointer<UInt8>) {
    self.storage = storage
    self.bytes = bytes
  }

  /// The storage class of the cell.
  @inlinable public var storageClass: SQLStorageClass { SQLStorageClass(rawValue: storage.type) ?? .null }

  /// Whether the cell is NULL.
  @inlinable public var isNull: Bool { storage.type == 5 }

  @inlinable var isInteger: Bool { storage.type == 1 }
  @inlinable var isReal: Bool { storage.type == 2 }
  @inlinable var isBlob: Bool { storage.type == 4 }
  /// The integer of a cell that has one.
  @inlinable var integer: Int64 { Int64(bitPattern: storage.payload) }
  /// The real of a cell that has one.
  @inlinable var real: Double { Double(bitPattern: storage.payload) }

  /// The integer, or `nil` if the cell has another storage class.
  @inlinable public var integerIfPresent: Int64? { isInteger ? integer : nil }

  /// The real, or `nil` if the cell has another storage class.
  @inlinable public var realIfPresent: Double? { isReal ? real : nil }

  /// Returns the text, or `nil` if the cell has another storage class.
  ///
  /// - Throws: ``SQLConversionError`` if the bytes aren't UTF-8. Invalid text is never repaired.
  @inlinable public func textIfPresent() throws -> String? {
    guard storage.type == 3 else { return nil }
    let buffer = UnsafeBufferPointer(
      start: bytes + Int(truncatingIfNeeded: storage.payload), count: Int(storage.length))
    if let text = SQLCell.text(buffer) { return text }
    throw SQLCell.invalidText
  }

  @usableFromInline static var invalidText: SQLConversionError {
    SQLConversionError(wanted: "String", found: "text that isn't valid UTF-8")
  }

  /// Returns the text of some bytes, or `nil` if they aren't UTF-8.
  package static func validatedText(_ buffer: UnsafeBufferPointer<UInt8>) -> String? { text(buffer) }

  @inlinable static func text(_ buffer: UnsafeBufferPointer<UInt8>) -> String? {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // Several times as fast as String(validating:as:) on short texts.
      if SQLCell.isASCII(buffer) { return String(copying: UTF8Span(unchecked: buffer.span, isKnownASCII: true)) }
      guard let span = try? UTF8Span(validating: buffer.span) else { return nil }
      return String(copying: span)
    }
    return String(validating: buffer, as: UTF8.self)
  }

  /// Whether every byte is ASCII, and the text therefore valid. Checks eight bytes at a time.
  @inlinable static func isASCII(_ buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(buffer)
    var seen: UInt64 = 0
    if bytes.count >= 8 {
      // The last eight bytes may overlap those before them.
      let last = bytes.count &- 8
      seen = bytes.loadUnaligned(as: UInt64.self) | bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      // Most texts are short: nothing else of them is left.
      if last > 8 {
        var offset = 8
        while offset < last {
          seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
          offset &+= 8
        }
      }
    } else {
      for byte in bytes { seen |= UInt64(byte) }
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// The blob, or `nil` if the cell has another storage class.
  @inlinable public var blobIfPresent: [UInt8]? {
    isBlob ? withBytes { Array($0) } : nil
  }

  /// Calls `body` with the bytes of a text or blob, which are valid only during the call. They are empty for other
  /// storage classes.
  ///
  /// - Throws: The error of `body`.
  @inlinable public func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    guard storage.type == 3 || storage.type == 4 else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    return try body(
      UnsafeBufferPointer(start: bytes + Int(truncatingIfNeeded: storage.payload), count: Int(storage.length)))
  }

  /// Returns the cell as an independent value.
  ///
  /// - Throws: ``SQLConversionError`` if a text isn't UTF-8.
  @inlinable public func value() throws -> SQLValue {
    switch storage.type {
    case 1: return .integer(Int64(bitPattern: storage.payload))
    case 2: return .real(Double(bitPattern: storage.payload))
    case 3: return .text(try textIfPresent() ?? "")
    case 4: return .blob(blobIfPresent ?? [])
    default: return .null
    }
  }
}
