/// The correspondence of coding keys and column names in the automatic mapping.
public enum SQLColumnNaming: Sendable {
  /// The column has the name of the coding key. The case of ASCII letters doesn't matter, as in SQLite.
  case identical
  /// The column has the name in snake case: `artistID` is `artist_id`, `myURLText` is `my_url_text`.
  case snakeCase
  /// The column has the name that the function returns for the coding key.
  case custom(@Sendable (String) -> String)

  /// Returns the name of the column for a coding key.
  public func columnName(for key: String) -> String {
    switch self {
    case .identical: return key
    case .snakeCase:
      var bytes: [UInt8] = []
      SQLColumnNaming.forEachSnakeCaseByte(of: key) { byte in
        bytes.append(byte)
        return true
      }
      return String(decoding: bytes, as: UTF8.self)
    case .custom(let convert): return convert(key)
    }
  }

  /// Whether a column has the exact name for a coding key. Makes no string for the two built-in forms.
  func matches(_ key: String, column: String) -> Bool {
    switch self {
    case .identical: return key == column
    case .snakeCase:
      var rest = column.utf8.makeIterator()
      var isEqual = true
      SQLColumnNaming.forEachSnakeCaseByte(of: key) { byte in
        isEqual = rest.next() == byte
        return isEqual
      }
      return isEqual && rest.next() == nil
    case .custom(let convert): return convert(key) == column
    }
  }

  /// The most likely key for a column's name. The conversion isn't always reversible.
  func likelyKey(for column: String) -> String {
    guard case .snakeCase = self else { return column }
    var words = column.split(separator: "_").makeIterator()
    var key = String(words.next() ?? "")
    while let word = words.next() { key += word.prefix(1).uppercased() + word.dropFirst() }
    return key
  }

  /// Calls `body` with each byte of the name in snake case until it returns `false`.
  private static func forEachSnakeCaseByte(of key: String, _ body: (UInt8) -> Bool) {
    func isUpper(_ byte: UInt8?) -> Bool { byte.map { (65...90).contains($0) } ?? false }
    func isLower(_ byte: UInt8?) -> Bool { byte.map { (97...122).contains($0) } ?? false }
    var iterator = key.utf8.makeIterator()
    var previous: UInt8?
    var current = iterator.next()
    while let byte = current {
      let following = iterator.next()
      if isUpper(byte) {
        // A word begins at a capital after anything else, and at the last of several capitals before a small letter.
        let beginsWord = previous != nil && previous != 95 && (!isUpper(previous) || isLower(following))
        if beginsWord, !body(95) { return }
        if !body(byte + 32) { return }
      } else if !body(byte) {
        return
      }
      previous = byte
      current = following
    }
  }
}
