internal import Synchronization

/// Keeps the texts of the inserts of one table, so that a loop of inserts renders its SQL once.
final class SQLStatementTexts: Sendable {
  private struct Key: Hashable {
    var insert: SQLInsertText
    var isReturning: Bool
  }

  /// More shapes than this are rendered anew each time, so that memory stays bounded.
  private static let limit = 64

  private let texts = Mutex<[Key: String]>([:])

  /// The text of an insert, with all columns behind RETURNING if they are wanted.
  func text(of insert: SQLInsertText, returning: Bool, table: SQLTable) -> String {
    let key = Key(insert: insert, isReturning: returning)
    return texts.withLock { texts in
      if let text = texts[key] { return text }
      var text = insert.render(table)
      if returning { text += " RETURNING " + table.allColumns.sql }
      if texts.count < Self.limit { texts[key] = text }
      return text
    }
  }
}
