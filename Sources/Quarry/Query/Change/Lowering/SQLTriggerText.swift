/// The text of a trigger: when it fires and which tables it writes.
struct SQLTriggerText {
  /// When the trigger fires.
  enum Timing { case before, after, insteadOf }
  /// The event that the trigger fires for.
  enum Event { case insert, update, delete }

  /// The table or view that the trigger belongs to.
  let table: String
  /// When it fires.
  let timing: Timing
  /// The event that it fires for.
  let event: Event
  /// The tables that its statements write.
  let written: [String]

  /// Reads `CREATE TRIGGER`, as `sqlite_master` keeps it.
  ///
  /// - Returns: `nil` if the text is something else.
  init?(table: String, sql: String) {
    let tokens = SQLTokens.all(in: sql)
    guard let trigger = tokens.firstIndex(where: { $0.isWord("TRIGGER") }) else { return nil }
    var index = trigger + 1
    if index < tokens.count, tokens[index].isWord("IF") { index += 3 }
    index += 1
    if index < tokens.count, tokens[index].isSymbol(".") { index += 2 }
    var timing = Timing.before
    var event: Event?
    while index < tokens.count, event == nil {
      let token = tokens[index]
      if token.isWord("AFTER") { timing = .after }
      if token.isWord("INSTEAD") { timing = .insteadOf }
      if token.isWord("INSERT") { event = .insert }
      if token.isWord("UPDATE") { event = .update }
      if token.isWord("DELETE") { event = .delete }
      index += 1
    }
    guard let event, let begin = tokens[index...].firstIndex(where: { $0.isWord("BEGIN") }) else { return nil }
    self.table = table
    self.timing = timing
    self.event = event
    written = Self.written(tokens[begin...])
  }

  /// The names after INTO, UPDATE and DELETE FROM. May contain too many names, never too few.
  private static func written(_ tokens: ArraySlice<SQLToken>) -> [String] {
    var names: [String] = []
    for (index, token) in zip(tokens.indices, tokens) {
      var next = index + 1
      if token.isWord("UPDATE"), next < tokens.endIndex, tokens[next].isWord("OR") { next += 2 }
      let isWrite =
        token.isWord("INTO") || token.isWord("UPDATE")
        || (token.isWord("FROM") && index > tokens.startIndex && tokens[index - 1].isWord("DELETE"))
      if isWrite, next < tokens.endIndex, let name = tokens[next].name { names.append(name) }
    }
    return names
  }
}

extension [SQLTriggerText] {
  /// Whether the triggers that an event on a table fires can, directly or through others, write that table.
  func canWrite(_ table: String, from events: Set<SQLTriggerText.Event>) -> Bool {
    var reached: Set<String> = []
    var open = filter { SQLIdentifier.areEqual($0.table, table) && events.contains($0.event) }.flatMap(\.written)
    while let name = open.popLast() {
      if SQLIdentifier.areEqual(name, table) { return true }
      guard reached.insert(name.lowercased()).inserted else { continue }
      open += filter { SQLIdentifier.areEqual($0.table, name) }.flatMap(\.written)
    }
    return false
  }
}
