/// Caches the texts of changes of single records of one table, so that a loop renders its SQL once.
final class SQLStatementTexts: Sendable {
  /// The values that a text depends on.
  struct Key: Hashable {
    /// The kind of change.
    enum Kind: Hashable { case insert, update }

    var kind: Kind
    var positions: [Int]
    var rows = 1
    var algorithm: SQLConflictAlgorithm?
    var isReturning = false
  }

  /// The maximum number of texts. More texts are rendered each time, so that memory stays bounded.
  private static let limit = 64

  private struct Texts {
    var texts: [Key: String] = [:]
    /// The text that was asked for last, as in a loop, which needs no hashing.
    var last: (key: Key, text: String)?
  }

  private let texts = Protected(Texts())

  /// The text for a key. `render` makes it if it isn't cached.
  func text(for key: Key, render: () -> String) -> String {
    texts.withLock { texts in
      if let last = texts.last, last.key == key { return last.text }
      let text = texts.texts[key] ?? render()
      if texts.texts.count < Self.limit { texts.texts[key] = text }
      texts.last = (key, text)
      return text
    }
  }
}
