/// Finds parts of formats and modifiers for which older engines silently return NULL or another result.
enum SQLFormatScanner {
  /// The features that `,` in a format needs: thousands separators of integers, and of reals.
  static func thousands(_ format: String) -> [SQLFeature] {
    var found: [SQLFeature] = []
    for (flags, letter) in conversions(format) where flags.contains(UInt8(ascii: ",")) {
      let isReal = "fFeEgG".utf8.contains(letter)
      found.append(isReal ? .printfThousandsReal : .printfThousands)
    }
    return found
  }

  /// The features that the letters of a `strftime` format need.
  static func dateLetters(_ format: String) -> [SQLFeature] {
    conversions(format).compactMap { _, letter in
      if "eFIklpPRTu".utf8.contains(letter) { return .strftimeLetters344 }
      if "GgUV".utf8.contains(letter) { return .strftimeLetters346 }
      return nil
    }
  }

  /// The feature that a modifier of a date function needs, or `nil`.
  static func dateModifier(_ modifier: String) -> SQLFeature? {
    let text = modifier.lowercased()
    switch text {
    case "auto": return .autoDateModifier
    case "julianday": return .julianDayDateModifier
    case "subsec", "subsecond": return .subsecondDateModifier
    case "ceiling", "floor": return .ceilingFloorDateModifiers
    default: break
    }
    // ±YYYY-MM-DD, with or without a time behind it.
    let bytes = Array(text.utf8)
    let isShift =
      bytes.count >= 11 && (bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"))
      && bytes[1...4].allSatisfy { (48...57).contains($0) } && bytes[5] == UInt8(ascii: "-")
    return isShift ? .yearMonthDayDateModifier : nil
  }

  /// The flags between each `%` and its letter, and the letter.
  private static func conversions(_ format: String) -> [(flags: [UInt8], letter: UInt8)] {
    var result: [(flags: [UInt8], letter: UInt8)] = []
    var flags: [UInt8]?
    for byte in format.utf8 {
      guard let current = flags else {
        if byte == UInt8(ascii: "%") { flags = [] }
        continue
      }
      if (65...90).contains(byte) || (97...122).contains(byte), byte != UInt8(ascii: "l") || current.isEmpty {
        result.append((current, byte))
        flags = nil
      } else if byte == UInt8(ascii: "%") {
        flags = nil
      } else {
        flags = current + [byte]
      }
    }
    return result
  }
}
