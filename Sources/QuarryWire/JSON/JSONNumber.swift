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

  /// Whether a text is a whole number.
  static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool { kind(text)?.isWhole ?? false }

  /// The token of a text that is a whole number.
  static func token(_ text: UnsafeBufferPointer<UInt8>) -> JSONToken {
    // `-0` is a double, which keeps its sign.
    if let value = integer(text), value != 0 || text.first != UInt8(ascii: "-") { return .integer(value) }
    return .double(Double(String(decoding: text, as: UTF8.self)) ?? .nan)
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

  /// The integer of a text with or without a sign; `nil` when it has anything but digits behind it, or when 64 bits do
  /// not hold it.
  static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let start = isNegative || text.first == UInt8(ascii: "+") ? 1 : 0
    guard start < text.count else { return nil }
    var value: Int64 = 0
    for index in start..<text.count {
      guard text[index] >= UInt8(ascii: "0"), text[index] <= UInt8(ascii: "9") else { return nil }
      let digit = Int64(text[index] - UInt8(ascii: "0"))
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) =
        isNegative ? tenfold.subtractingReportingOverflow(digit) : tenfold.addingReportingOverflow(digit)
      guard !overflow, !overflow2 else { return nil }
      value = sum
    }
    return value
  }
}
