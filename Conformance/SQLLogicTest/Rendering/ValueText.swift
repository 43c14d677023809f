internal import Quarry

/// Formats values as sqllogictest does.
///
/// NULL is `NULL`, an empty text is `(empty)`, and every byte outside printable ASCII is `@`.
enum ValueText {
  /// A cell in the type of its column.
  static func of(_ cell: SQLCell, as type: LogicTestValueType) -> String {
    switch (cell.storageClass, type) {
    case (.null, _): "NULL"
    case (.integer, .real): RealText.fixed(Double(cell.integerIfPresent ?? 0))
    case (.integer, _): String(cell.integerIfPresent ?? 0)
    case (.real, .integer): String(integer(cell.realIfPresent ?? 0))
    case (.real, .real): RealText.fixed(cell.realIfPresent ?? 0)
    case (.real, .text): RealText.general(cell.realIfPresent ?? 0)
    case (_, .text): cell.withBytes { printable($0) }
    case (_, .integer): cell.withBytes { String(integer($0)) }
    case (_, .real): cell.withBytes { RealText.fixed(real($0)) }
    }
  }

  private static func printable(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes.isEmpty { return "(empty)" }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[index] = (0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "@")
      }
      return bytes.count
    }
  }

  /// Returns the integer that a real is cast to: rounded towards zero, and clamped to the range of integers.
  ///
  /// Source: <https://sqlite.org/lang_expr.html#castexpr>.
  static func integer(_ real: Double) -> Int64 {
    Int64(exactly: real.rounded(.towardZero)) ?? (real < 0 ? Int64.min : Int64.max)
  }

  /// Returns the integer at the beginning of a text, or 0 if there is none.
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64 {
    var rest = trimmed(bytes)
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var value: Int64 = 0
    for byte in rest {
      guard let digit = digit(byte) else { break }
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, carries) = shifted.addingReportingOverflow(isNegative ? -digit : digit)
      if overflows || carries { return isNegative ? Int64.min : Int64.max }
      value = sum
    }
    return value
  }

  /// Returns the real at the beginning of a text, or 0 if there is none.
  static func real(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    let text = trimmed(bytes)
    var end = text.startIndex
    func skipDigits(_ position: Int) -> Int { text[position...].firstIndex { digit($0) == nil } ?? text.endIndex }
    func has(_ position: Int, _ characters: String) -> Bool {
      position < text.endIndex && characters.utf8.contains(text[position])
    }
    if has(end, "+-") { end += 1 }
    let start = end
    end = skipDigits(end)
    var count = end - start
    if has(end, ".") {
      let fraction = skipDigits(end + 1)
      count += fraction - end - 1
      end = fraction
    }
    guard count > 0 else { return 0 }
    if has(end, "eE") {
      let exponent = has(end + 1, "+-") ? end + 2 : end + 1
      let last = skipDigits(min(exponent, text.endIndex))
      if last > exponent { end = last }
    }
    var number = String(decoding: text[..<end], as: UTF8.self)
    // Swift wants a digit on both sides of the point.
    number = number.replacing(".e", with: ".0e").replacing(".E", with: ".0E")
    if number.hasSuffix(".") { number += "0" }
    return Double(number) ?? 0
  }

  private static func digit(_ byte: UInt8) -> Int64? { (0x30...0x39).contains(byte) ? Int64(byte - 0x30) : nil }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8> {
    Array(bytes).drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
