#if Command
internal import Quarry

/// `INSERT INTO … VALUES (…), (…), …`: rows that may as well be inserted by several statements of one transaction.
enum ValuesList {
  /// The statement, or its rows in several ones where it is longer than a driver takes. A statement that cannot be cut
  /// exactly stays whole.
  static func pieces(of sql: String, maximumBytes: Int) -> [String] {
    guard sql.utf8.count > maximumBytes, let (head, tuples) = parsed(sql) else { return [sql] }
    let bytes = Array(sql.utf8)
    let headText = String(decoding: bytes[..<head], as: UTF8.self)
    var pieces: [String] = []
    var start = 0
    while start < tuples.count {
      var end = start + 1
      while end < tuples.count,
        headText.utf8.count + tuples[end].upperBound - tuples[start].lowerBound <= maximumBytes
      {
        end += 1
      }
      let rows = bytes[tuples[start].lowerBound..<tuples[end - 1].upperBound]
      pieces.append(headText + " " + String(decoding: rows, as: UTF8.self))
      start = end
    }
    return pieces
  }

  /// Where the word VALUES ends, and where each row stands.
  private static func parsed(_ sql: String) -> (head: Int, tuples: [Range<Int>])? {
    var tokens = SQLTokens.all(in: sql)
    while tokens.last?.isSymbol(";") == true { tokens.removeLast() }
    guard tokens.first?.isWord("INSERT") == true, let values = tokens.firstIndex(where: { $0.isWord("VALUES") }),
      // Between the two stand a name and a list of columns, and nothing that computes anything.
      !tokens[..<values].contains(where: { $0.isWord("SELECT") || $0.isWord("WITH") || $0.isWord("REPLACE") })
    else { return nil }
    var tuples: [Range<Int>] = []
    var depth = 0
    var start = 0
    var mustSeparate = false
    for token in tokens[(values + 1)...] {
      if token.isSymbol("(") {
        if depth == 0 {
          guard !mustSeparate else { return nil }
          start = token.range.lowerBound
        }
        depth += 1
      } else if token.isSymbol(")") {
        depth -= 1
        if depth == 0 {
          tuples.append(start..<token.range.upperBound)
          mustSeparate = true
        }
      } else if depth == 0 {
        // Anything but a comma ends the list: ON CONFLICT, RETURNING.
        guard token.isSymbol(","), mustSeparate else { return nil }
        mustSeparate = false
      }
    }
    guard depth == 0, mustSeparate, tuples.count > 1 else { return nil }
    return (tokens[values].range.upperBound, tuples)
  }
}
#endif
