/// The prepared statements of one connection, least recently used out first.
struct StatementCache {
  private struct Entry {
    var statement: SessionStatement
    var lastUse: UInt64
  }

  private var entries: [String: Entry] = [:]
  private var clock: UInt64 = 0
  /// How many statements are kept.
  let capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 0)
    entries.reserveCapacity(self.capacity)
  }

  var count: Int { entries.count }

  /// An idle statement for the text, or nil.
  mutating func idleStatement(for sql: String) -> SessionStatement? {
    guard let index = entries.index(forKey: sql) else { return nil }
    let statement = entries.values[index].statement
    guard !statement.isBusy else { return nil }
    clock += 1
    entries.values[index].lastUse = clock
    return statement
  }

  /// Keeps a statement; answers the one that has to be freed: the oldest idle one, or the given one itself.
  mutating func insert(_ statement: SessionStatement) -> SessionStatement? {
    guard capacity > 0, entries[statement.sql] == nil else { return statement }
    var evicted: SessionStatement?
    if entries.count >= capacity {
      let oldest = entries.filter { !$0.value.statement.isBusy }.min { $0.value.lastUse < $1.value.lastUse }
      guard let oldest else { return statement }
      evicted = oldest.value.statement
      entries[oldest.key] = nil
    }
    clock += 1
    entries[statement.sql] = Entry(statement: statement, lastUse: clock)
    return evicted
  }

  /// Whether the cache owns the statement.
  func contains(_ statement: SessionStatement) -> Bool { entries[statement.sql]?.statement === statement }

  /// Takes all statements out.
  mutating func removeAll() -> [SessionStatement] {
    defer { entries.removeAll() }
    return entries.values.map(\.statement)
  }
}
