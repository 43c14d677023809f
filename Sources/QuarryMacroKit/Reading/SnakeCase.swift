#if Macros
/// Names of columns in snake case, exactly as `SQLColumnNaming.snakeCase` makes them.
enum SnakeCase {
  static func name(of property: String) -> String {
    let bytes = Array(property.utf8)
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      guard isUpper(byte) else {
        result.append(byte)
        continue
      }
      if index > 0, bytes[index - 1] != UInt8(ascii: "_") {
        // A word begins at a capital after anything else, and at the last of several capitals before a small letter.
        let endsCapitals = index + 1 < bytes.count && isLower(bytes[index + 1])
        if !isUpper(bytes[index - 1]) || endsCapitals { result.append(UInt8(ascii: "_")) }
      }
      result.append(byte + 32)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isUpper(_ byte: UInt8) -> Bool { (65...90).contains(byte) }
  private static func isLower(_ byte: UInt8) -> Bool { (97...122).contains(byte) }
}
#endif
