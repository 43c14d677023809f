/// Keeps the texts of the changes of single records of one table, so that a loop renders its SQL once.
final class SQLStatementTexts: Sendable {
  /// What a text depends on.
  struct Key: Hashable {
    /// What the text does.
    enum Kind: Hashable { case insert, update }

    var kind: Kind
    var positions: [Int]
    var rows = 1
    var algorithm: SQLConflictAlgorithm?
    var isReturning = false
  }

  /// More texts than this are rendered anew each time, so that memory stays bounded.
  private static let limit = 64

  private let texts = Protected<[Key: String]>([:])

  /// The text for a key, which `render` makes when it is not kept.
  func text(for key: Key, render: () -> String) -> String {
    texts.withLock { texts in
      if let text = texts[key] { return text }
      let text = render()
      if texts.count < Self.limit { texts[key] = text }
      return text
    }
  }
}
