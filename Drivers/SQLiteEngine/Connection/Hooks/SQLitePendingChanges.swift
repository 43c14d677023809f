internal import Quarry

/// The row changes of the open transaction, kept until it commits.
///
/// The engine reports a change when it happens. A failing statement, ROLLBACK TO and ROLLBACK undo some changes, but
/// only ROLLBACK is reported. The others are recognized from the statements.
struct SQLitePendingChanges {
  private(set) var changes: [SQLiteRowChange] = []
  private var savepoints: [(name: String, count: Int)] = []
  /// Whether the engine is about to commit.
  var isCommitting = false

  var count: Int { changes.count }

  mutating func append(_ change: SQLiteRowChange) { changes.append(change) }

  /// Removes the changes after the first `count`, because a statement has failed.
  mutating func truncate(to count: Int) {
    if changes.count > count { changes.removeLast(changes.count - count) }
  }

  /// Removes all changes, because the transaction was rolled back.
  mutating func clear() {
    changes.removeAll()
    savepoints.removeAll()
    isCommitting = false
  }

  /// Returns and removes the changes, because the transaction was committed.
  mutating func take() -> [SQLiteRowChange] {
    defer { clear() }
    return changes
  }

  /// Applies a successful statement that controls a transaction.
  mutating func follow(_ sql: String) {
    let kind = SQLStatementKind(sql)
    guard kind.controlsTransactions, kind.explanation == nil, let name = SQLTokens(sql).savepointName else { return }
    let place = savepoints.lastIndex { SQLIdentifier.areEqual($0.name, name) }
    switch kind.verb {
    case .savepoint: savepoints.append((name, changes.count))
    case .release: if let place { savepoints.removeSubrange(place...) }
    case .rollbackTo:
      guard let place else { return }
      truncate(to: savepoints[place].count)
      savepoints.removeSubrange((place + 1)...)
    default: break
    }
  }
}

extension SQLTokens {
  /// The name with which a statement about a savepoint ends.
  fileprivate var savepointName: String? {
    reduce(into: nil as String?) { last, token in if let name = token.name { last = name } }
  }
}
