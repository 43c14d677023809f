/// The numbers of JSON.
enum JSONNumber {
  /// Whether a byte can be part of a number.
  static func mayContain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The token of a whole number text, or `nil` when the grammar forbids it.
  static func token(_ text: UnsafeBufferPointer<UInt8>) -> JSONToken? {
    guard let kind = kind(text), kind.isWhole else { return nil }
    if kind.isInteger, let value = integer(text) { return value }
    return Double(String(decoding: text, as: UTF8.self)).map { .double($0) }
  }

  /// Whether more bytes could make a number of this.
  static func isBeginning(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { kind($0) != nil }
  }

  /// Whether the text is a number or the beginning of one, and whether it has no fraction and no exponent.
  private static func kind(_ text: UnsafeBufferPointer<UInt8>) -> (isWhole: Bool, isInteger: Bool)? {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < text.count, text[index] >= UInt8(ascii: "0"), text[index] <= UInt8(ascii: "9") { index += 1 }
      return index - start
    }
    if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    let count = digits()
    if count == 0 { return index == text.count ? (false, true) : nil }
    if count > 1, text[first] == UInt8(ascii: "0") { return nil }
    var isInteger = true
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      isInteger = false
      if digits() == 0 { return index == text.count ? (false, false) : nil }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      isInteger = false
      if index < text.count, text[index] == UInt8(ascii: "+") || text[index] == UInt8(ascii: "-") { index += 1 }
      if digits() == 0 { return index == text.count ? (false, false) : nil }
    }
    return index == text.count ? (true, isInteger) : nil
  }

  /// The integer, or `nil` when 64 bits do not hold it; `-0` is a double, which keeps its sign.
  private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> JSONToken? {
    let isNegative = text.first == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? 1 : 0)..<text.count {
      let digit = Int64(text[index] - UInt8(ascii: "0"))
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) =
        isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !overflow, !overflow2 else { return nil }
      value = sum
    }
    return isNegative && value == 0 ? nil : .integer(value)
  }
}
