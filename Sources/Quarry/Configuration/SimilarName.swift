/// Suggests the correct name for a misspelled one.
package enum SimilarName {
  /// Returns the known name that differs least from a word, or `nil` if none is similar.
  ///
  /// - Parameters:
  ///   - word: The misspelled word.
  ///   - names: The known names.
  package static func closest(to word: String, among names: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().prefix(64))
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(letters, Array(name.lowercased().prefix(64)))
      if distance < best?.distance ?? .max { best = (name, distance) }
    }
    // A third of the letters may be wrong, at most 3.
    guard let best, best.distance <= min(3, max(1, letters.count / 3)) else { return nil }
    return best.name
  }

  /// Returns `; did you mean NAME?`, or an empty text if no name is similar.
  package static func hint(for word: String, among names: some Sequence<String>) -> String {
    closest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
  }

  /// Returns the number of letters to add, remove, replace or swap with their neighbor.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (row, letter) in left.enumerated() {
      var next = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(next[column] + 1, rows[row][column + 1] + 1, rows[row][column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, rows[row - 1][column - 1] + 1)
        }
        next.append(cost)
      }
      rows.append(next)
    }
    return rows[left.count][right.count]
  }
}
