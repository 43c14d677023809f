internal import Quarry

/// The row changes of the transaction that is open, kept until it is committed.
///
/// The engine reports a change when it happens; a failing statement, ROLLBACK TO and ROLLBACK take some of them back, and
/// only the last of these is reported. The others are seen at the statements.
struct SQLitePendingChanges {
  private(set) var changes: [SQLiteRowChange] = []
  private var savepoints: [(name: String, count: Int)] = []
  /// Whether the engine is about to commit.
  var isCommitting = false

  var count: Int { changes.count }

  mutating func append(_ change: SQLiteRowChange) { changes.append(change) }

  /// Takes back what came after the first `count` changes: a statement has failed.
  mutating func truncate(to count: Int) {
    if changes.count > count { changes.removeLast(changes.count - count) }
  }

  /// Takes everything back: the transaction was rolled back.
  mutating func clear() {
    changes.removeAll()
    savepoints.removeAll()
    isCommitting = false
  }

  /// Hands the changes over: the transaction was committed.
  mutating func take() -> [SQLiteRowChange] {
    defer { clear() }
    return changes
  }

  /// Follows a statement that controls a transaction and has succeeded.
  mutating func follow(_ sql: String) {
    var words = SQLWords(sql)
    switch words.next() {
    case "savepoint": if let name = words.next() { savepoints.append((name, changes.count)) }
    case "release":
      var name = words.next()
      if name == "savepoint" { name = words.next() ?? name }
      if let index = savepoints.lastIndex(where: { $0.name == name }) { savepoints.removeSubrange(index...) }
    case "rollback":
      var word = words.next()
      if word == "transaction" { word = words.next() }
      guard word == "to" else { return }
      var name = words.next()
      if name == "savepoint" { name = words.next() ?? name }
      if let index = savepoints.lastIndex(where: { $0.name == name }) {
        truncate(to: savepoints[index].count)
        savepoints.removeSubrange((index + 1)...)
      }
    default: break
    }
  }
}
