internal import Foundation

/// JSON as the real server writes it.
enum StandInText {
  /// A string, with what HTML gives a meaning escaped.
  static func string(_ text: String) -> String {
    if isPlain(text) { return "\"" + text + "\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "<", ">", "&", "\u{2028}", "\u{2029}": result += escape(scalar)
      case _ where scalar.value < 0x20: result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether nothing in a text is written in another way.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        // Control characters, all beyond ASCII, and " & < > \.
        if byte < 0x20 || byte >= 0x80 || byte == 34 || byte == 38 || byte == 60 || byte == 62 || byte == 92 {
          return false
        }
        index += 1
      }
      return true
    } ?? false
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// A number: the shortest digits that give it again, without a point for a whole one; an exponent only below 1e-6
  /// and from 1e21 on. `nil` for infinities, which JSON cannot say.
  static func number(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == 0 { return value.sign == .minus ? "-0" : "0" }
    let parts = "\(value.magnitude)".split(separator: "e").map(String.init)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".").map(String.init)
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    var digits = mantissa[0] + fraction
    // The value is 0.DIGITS times ten to the power of this.
    var point = mantissa[0].count + exponent
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    while digits.hasSuffix("0") { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    if value.magnitude < 1e-6 || value.magnitude >= 1e21 {
      let rest = digits.dropFirst()
      let power = point - 1
      return sign + String(digits.prefix(1)) + (rest.isEmpty ? "" : "." + rest) + (power < 0 ? "e-" : "e+")
        + "\(abs(power))"
    }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    if digits.count <= point { return sign + digits + String(repeating: "0", count: point - digits.count) }
    return sign + String(digits.prefix(point)) + "." + String(digits.dropFirst(point))
  }

  /// A moment as RFC 3339 says it, in UTC.
  static func moment(_ seconds: Double) -> String {
    let whole = seconds.rounded(.down)
    let nanoseconds = Int(((seconds - whole) * 1e9).rounded())
    var fraction = String(nanoseconds + 1_000_000_000).dropFirst()
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime]
    let text = formatter.string(from: Date(timeIntervalSince1970: whole))
    return fraction.isEmpty ? text : text.dropLast() + "." + fraction + "Z"
  }

  /// A text that is read as a moment; `nil` for one that is none.
  static func moment(of text: String) -> String? {
    var rest = text
    if rest.hasSuffix("Z") { rest.removeLast() }
    let halves = rest.split(whereSeparator: { $0 == " " || $0 == "T" }).map(String.init)
    guard (1...2).contains(halves.count) else { return nil }
    let day = halves[0].split(separator: "-").map { Int($0) }
    guard halves[0].count == 10, day.count == 3, let year = day[0], let month = day[1], let date = day[2],
      (1...12).contains(month), (1...31).contains(date)
    else { return nil }
    var seconds = 0.0
    if halves.count == 2 {
      let clock = halves[1].split(separator: ":").map { Double($0) }
      guard (2...3).contains(clock.count), let hour = clock[0], let minute = clock[1] else { return nil }
      guard let second = clock.count == 3 ? clock[2] : 0 else { return nil }
      seconds = hour * 3600 + minute * 60 + second
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    guard let start = calendar.date(from: DateComponents(year: year, month: month, day: date)) else { return nil }
    return moment(start.timeIntervalSince1970 + seconds)
  }

  /// What stands for a text that is no moment.
  static let noMoment = "0001-01-01T00:00:00Z"
}
