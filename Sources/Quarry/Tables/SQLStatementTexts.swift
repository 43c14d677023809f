/// The cached texts of changes of single records of one table, so that a loop renders its SQL once.
struct SQLStatementTexts: Sendable {
  /// The values that a text depends on.
  struct Key: Hashable, Sendable {
    /// The kind of change.
    enum Kind: Hashable, Sendable { case insert, update }

    var kind: Kind
    var positions: [Int]
    var rows = 1
    var algorithm: SQLConflictAlgorithm?
    var isReturning = false
  }

  /// The maximum number of texts. More texts are rendered each time, so that memory stays bounded.
  private static let limit = 64

  private var texts: [Key: String] = [:]
  /// The text that was asked for last, as in a loop, which needs no hashing.
  private var last: (key: Key, text: String)?

  /// The text for a key. `render` makes it if it isn't cached.
  mutating func text(for key: Key, render: () -> String) -> String {
    if let last, last.key == key { return last.text }
    let text = texts[key] ?? render()
    if texts.count < Self.limit { texts[key] = text }
    last = (key, text)
    return text
  }
}
