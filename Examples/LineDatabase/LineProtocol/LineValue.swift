internal import Foundation
public import Quarry

/// A value on its way: `null`, or a text whose first letter says what follows, so that every bit arrives.
///
/// | first letter | what follows |
/// | --- | --- |
/// | `i` | an integer of 64 bits in decimal digits |
/// | `r` | the 64 bits of a real in hexadecimal digits |
/// | `t` | a text |
/// | `x` | the bytes of a text that is not UTF-8, in base64 |
/// | `b` | a blob in base64 |
public enum LineValue: Codable, Sendable {
  case value(SQLValue)
  /// A text that is not UTF-8. Engines store such texts; a driver passes them on, and the core refuses to read them.
  case textBytes([UInt8])

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .value(.null): try container.encodeNil()
    case .value(.integer(let integer)): try container.encode("i\(integer)")
    case .value(.real(let real)): try container.encode("r" + String(real.bitPattern, radix: 16))
    case .value(.text(let text)): try container.encode("t" + text)
    case .value(.blob(let blob)): try container.encode("b" + Data(blob).base64EncodedString())
    case .textBytes(let bytes): try container.encode("x" + Data(bytes).base64EncodedString())
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .value(.null)
      return
    }
    let text = try container.decode(String.self)
    // By its bytes: the first character of a text may join with the letter before it.
    let rest = text.utf8.dropFirst()
    let value: LineValue? =
      switch text.utf8.first {
      case UInt8(ascii: "i"): Int64(Substring(rest)).map { .value(.integer($0)) }
      case UInt8(ascii: "r"): UInt64(Substring(rest), radix: 16).map { .value(.real(Double(bitPattern: $0))) }
      case UInt8(ascii: "t"): .value(.text(String(Substring(rest))))
      case UInt8(ascii: "b"): Data(base64Encoded: String(Substring(rest))).map { .value(.blob(Array($0))) }
      case UInt8(ascii: "x"): Data(base64Encoded: String(Substring(rest))).map { .textBytes(Array($0)) }
      default: nil
      }
    guard let value else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is no value")
    }
    self = value
  }
}
