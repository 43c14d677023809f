#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Dates as ISO-8601 text.
enum DateText {
  /// Returns `yyyy-MM-dd'T'HH:mm:ss.SSSZ`: always UTC, always 24 bytes, so that texts sort like the dates.
  static func string(_ date: Date) throws -> String {
    let time = CivilTime(millisecondsSince1970: try Timestamp.milliseconds(date))
    return String(unsafeUninitializedCapacity: 24) { buffer in
      var position = 0
      func put(_ byte: UInt8) {
        buffer[position] = byte
        position += 1
      }
      func put(_ number: Int, digits: Int) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
          put(UInt8(truncatingIfNeeded: 48 + number / divisor % 10))
          divisor /= 10
        }
      }
      put(time.year, digits: 4)
      put(UInt8(ascii: "-"))
      put(time.month, digits: 2)
      put(UInt8(ascii: "-"))
      put(time.day, digits: 2)
      put(UInt8(ascii: "T"))
      put(time.hour, digits: 2)
      put(UInt8(ascii: ":"))
      put(time.minute, digits: 2)
      put(UInt8(ascii: ":"))
      put(time.second, digits: 2)
      put(UInt8(ascii: "."))
      put(time.millisecond, digits: 3)
      put(UInt8(ascii: "Z"))
      return position
    }
  }

  /// Parses a date; see ``SQLValueCoding/iso8601`` for the supported texts.
  static func date(_ text: String) throws -> Date {
    var text = text
    return try text.withUTF8 { try date($0) }
  }

  /// Parses a date from UTF-8 bytes.
  static func date(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Date {
    var scanner = DateTextScanner(bytes: bytes)
    guard let moment = scanner.moment() else {
      throw SQLConversionError(wanted: "Date", found: "text that isn't an ISO 8601 date")
    }
    guard moment.time.isValid else {
      throw SQLConversionError(wanted: "Date", found: "text with a day or time that doesn't exist")
    }
    let milliseconds = moment.time.millisecondsSince1970 - Int64(moment.offsetMinutes) * 60_000
    return try Timestamp.date(milliseconds: milliseconds, plus: moment.fraction)
  }
}

/// Parses an ISO 8601 text.
private struct DateTextScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  struct Moment {
    var time: CivilTime
    /// The digits after the third decimal place, in seconds.
    var fraction = 0.0
    /// The offset of the clock from UTC.
    var offsetMinutes = 0
  }

  /// Parses the whole text. Returns `nil` if it has another form. The fields aren't checked here.
  mutating func moment() -> Moment? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2)
    else { return nil }
    var moment = Moment(time: CivilTime(year: year, month: month, day: day))
    if isAtEnd { return moment }
    guard take("T") || take("t") || take(" "), let hour = number(digits: 2), take(":"),
      let minute = number(digits: 2)
    else { return nil }
    moment.time.hour = hour
    moment.time.minute = minute
    if take(":") {
      guard let second = number(digits: 2) else { return nil }
      moment.time.second = second
      if take(".") || take(",") {
        guard fraction(into: &moment) else { return nil }
      }
    }
    while take(" ") {}
    if isAtEnd { return moment }
    guard let offset = offset() else { return nil }
    moment.offsetMinutes = offset
    return isAtEnd ? moment : nil
  }

  private var isAtEnd: Bool { position == bytes.count }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count, (48...57).contains(bytes[position]) else { return nil }
    defer { position += 1 }
    return Int(bytes[position]) - 48
  }

  private mutating func number(digits: Int) -> Int? {
    var result = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      result = result * 10 + digit
    }
    return result
  }

  /// Parses one or more digits.
  private mutating func fraction(into moment: inout Moment) -> Bool {
    var count = 0
    var rest = 0
    var restScale = 1000.0
    while let digit = digit() {
      if count < 3 {
        moment.time.millisecond = moment.time.millisecond * 10 + digit
      } else if count < 18 {
        rest = rest * 10 + digit
        restScale *= 10
      }
      count += 1
    }
    if count == 0 { return false }
    while count < 3 {
      moment.time.millisecond *= 10
      count += 1
    }
    moment.fraction = Double(rest) / restScale
    return true
  }

  /// Parses `Z`, `+02:00`, `+0200` or `+02`, in minutes.
  private mutating func offset() -> Int? {
    if take("Z") || take("z") { return 0 }
    let sign: Int
    if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 60 }
    _ = take(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
