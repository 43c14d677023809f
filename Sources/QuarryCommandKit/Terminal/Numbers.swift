#if Command
/// Readable numbers.
enum Grouped {
  /// The number with a comma between each three digits.
  static func text(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension Grouped {
  /// The number with its unit, in the singular for 1.
  static func text(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(text(number)) \(number == 1 ? one : many ?? one + "s")"
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The duration in milliseconds.
  var milliseconds: Double { seconds * 1000 }
}

/// Decimal places without the C library's format strings.
enum Fixed {
  /// The number with a fixed count of decimal places, rounded half up.
  static func text(_ number: Double, places: Int) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int64(abs(number) * scale + 0.5)
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = number < 0 && scaled != 0 ? "-" : ""
    return sign + padded.dropLast(places) + (places > 0 ? "." + padded.suffix(places) : "")
  }
}
#endif
