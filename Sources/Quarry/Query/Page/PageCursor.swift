#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A position between two pages: the values that order the row beside it.
///
/// A cursor can be written as text, for example as part of a link.
///
/// > Important: The text contains the values of the row's ordering columns and its primary key. Encrypt or sign it if
/// > readers must not see or change them.
///
/// ```swift
/// let link = page.next.map { "/artists?after=\($0)" }
/// let after = parameter.flatMap { PageCursor($0) }        // nil if the text isn't a cursor
/// ```
public struct PageCursor: Sendable, Hashable {
  /// A fingerprint of the order.
  let order: UInt64
  /// The values of the row, one for each term of the order.
  let values: [SQLValue]
}

extension PageCursor: LosslessStringConvertible {
  private static let prefix = "k1-"

  /// Creates a cursor from its text. Returns `nil` if the text isn't a cursor or is damaged.
  ///
  /// - Parameter description: The text of a cursor.
  public init?(_ description: String) {
    guard description.hasPrefix(Self.prefix) else { return nil }
    var text = description.dropFirst(Self.prefix.count).replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    guard let data = Data(base64Encoded: String(text)) else { return nil }
    var reader = CursorReader(bytes: [UInt8](data))
    guard let cursor = reader.cursor(), cursor.description == description else { return nil }
    self = cursor
  }

  /// The cursor as text of letters, digits, `-` and `_`.
  public var description: String {
    var bytes = CursorWriter()
    bytes.write(order)
    for value in values { bytes.write(value) }
    bytes.write(UInt64(FingerprintHash(bytes.bytes).value))
    let text = Data(bytes.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return Self.prefix + text.replacing("=", with: "")
  }
}

extension PageCursor: Codable {
  /// Reads the text of a cursor.
  ///
  /// - Parameter decoder: The decoder of a text.
  /// - Throws: `DecodingError` if the text isn't a cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = PageCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text isn't the cursor of a page")
    }
    self = cursor
  }

  /// Writes the text of the cursor.
  ///
  /// - Parameter encoder: The encoder of a text.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A hash that is the same in every process: 64-bit FNV-1a.
struct FingerprintHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}

/// Writes the bytes of a cursor.
private struct CursorWriter {
  var bytes: [UInt8] = []

  mutating func write(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  mutating func write(_ value: SQLValue) {
    bytes.append(UInt8(value.storageClass.rawValue))
    switch value {
    case .null: break
    case .integer(let number): write(UInt64(bitPattern: number))
    case .real(let number): write(number.bitPattern)
    case .text(let text): write(Array(text.utf8))
    case .blob(let blob): write(blob)
    }
  }

  private mutating func write(_ content: [UInt8]) {
    write(UInt64(content.count))
    bytes += content
  }
}

/// Reads the bytes of a cursor, any of which may be wrong.
private struct CursorReader {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func cursor() -> PageCursor? {
    let end = bytes.count - 8
    guard end >= 8, let order = number() else { return nil }
    var values: [SQLValue] = []
    while position < end {
      guard let value = value() else { return nil }
      values.append(value)
    }
    guard position == end, number() == FingerprintHash(bytes[..<end]).value else { return nil }
    return PageCursor(order: order, values: values)
  }

  private mutating func number() -> UInt64? { take(8).map { $0.reduce(0) { $0 << 8 | UInt64($1) } } }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func content() -> ArraySlice<UInt8>? {
    guard let length = number().flatMap({ Int(exactly: $0) }) else { return nil }
    return take(length)
  }

  private mutating func value() -> SQLValue? {
    guard let tag = take(1)?.first, let storage = SQLStorageClass(rawValue: UInt32(tag)) else { return nil }
    switch storage {
    case .null: return SQLValue.null
    case .integer: return number().map { .integer(Int64(bitPattern: $0)) }
    case .real: return number().map { .real(Double(bitPattern: $0)) }
    case .text: return content().flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
    case .blob: return content().map { .blob(Array($0)) }
    }
  }
}
