internal import Quarry

/// Makes a statement write the same on every node.
///
/// rqlite replicates the text of statements, and every node runs it. If an expression depends on a clock, on chance,
/// on a connection or on the order of rows, it is either evaluated here and sent as a value, or the statement throws:
///
/// | in a change | what becomes of it |
/// | --- | --- |
/// | `CURRENT_TIMESTAMP` and its relatives, `'now'` in every spelling, date functions without a moment | a value: one moment for the whole statement |
/// | a moment that depends on data | guarded: where it is `'now'`, that moment takes its place |
/// | `random()`, `randomblob(8)` in VALUES, where each is evaluated once | a value |
/// | LIMIT of rows in no total order | the columns that are selected complete the order |
/// | everything else: chance elsewhere, the local time, counters of the connection, the version, functions that SQLite does not bring, tables about one node | refused |
///
/// A definition (a default, a trigger, a view) is kept as text and evaluated later, so there all of it is refused.
struct RqliteDeterminism {
  private let tokens: RqliteTokens
  private var edits: RqliteEdits
  private let isDefinition: Bool
  /// Whether the engine itself rejects nondeterministic expressions, except in defaults.
  private let isChecked: Bool
  private let moment = RqliteMoment()

  /// The reason why a statement isn't allowed.
  private struct Refusal: Error {
    var reason: String
  }

  /// A statement in which expressions that nodes would evaluate differently are replaced by values.
  ///
  /// - Parameters:
  ///   - text: A statement whose parameters are all `?`, or, without values, any statement.
  ///   - values: The values of its parameters in order, or none if they aren't known yet.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`, which says what to write instead.
  static func evaluated(
    _ text: StatementText, _ values: [SQLValue]
  ) throws(DatabaseError) -> (sql: String, values: [SQLValue]) {
    switch text.verb {
    case .insert, .change, .other: break
    case .select, .askPragma, .setPragma, .transaction, .attach: return (text.sql, values)
    }
    if text.begins(with: "CREATE", "VIRTUAL") { return (text.sql, values) }
    var determinism = RqliteDeterminism(text, values)
    do throws(Refusal) { try determinism.look(text) } catch {
      throw DatabaseError(
        .unsupportedFeature, "rqlite: " + error.reason, sql: text.sql, missing: .nondeterministicWrites)
    }
    return determinism.edits.isEmpty ? (text.sql, values) : determinism.edits.rendered()
  }

  private init(_ text: StatementText, _ values: [SQLValue]) {
    tokens = RqliteTokens(text.tokens)
    edits = RqliteEdits(text, values)
    isDefinition = text.verb == .other
    let isTable = text.begins(with: "CREATE", "TABLE") || text.begins(with: "ALTER")
    let selects = text.tokens.contains { $0.isWord("SELECT") || $0.isWord("VALUES") }
    let isIndex = text.begins(with: "CREATE", "INDEX") || text.begins(with: "CREATE", "UNIQUE", "INDEX")
    isChecked = isIndex || isTable && !selects
  }

  private mutating func look(_ text: StatementText) throws(Refusal) {
    for (index, token) in text.tokens.enumerated() {
      switch token.kind {
      case .word, .quotedIdentifier: try lookAtName(token, index)
      case .text where tokens.isTable(at: index): try lookAtTable(token)
      default: break
      }
    }
  }

  private mutating func lookAtName(_ token: SQLToken, _ index: Int) throws(Refusal) {
    if token.kind == .word {
      if try lookAtClock(token, index) { return }
      if token.isWord("LIMIT") { return try lookAtLimit(index) }
      if token.isWord("REGEXP"), isOperator(index) {
        throw Refusal(reason: "REGEXP calls a function that SQLite does not bring; compare in the program")
      }
    }
    if tokens.isTable(at: index) { try lookAtTable(token) }
    if token.isName("rootpage"), text(mentions: ["sqlite_schema", "sqlite_master"]) {
      throw Refusal(reason: "rootpage depends on the file of each node; leave it out")
    }
    guard tokens.isCall(at: index), let name = token.name?.lowercased() else { return }
    if let positions = RqliteFunctions.moments[name] { return try lookAtMoments(name, positions, index) }
    if name == "random" || name == "randomblob" { return try lookAtChance(name, index) }
    guard !RqliteFunctions.deterministic.contains(name) else { return }
    if RqliteFunctions.tellsAboutNode(name) { return try lookAtTable(token) }
    throw Refusal(
      reason: "\(name)() "
        + (RqliteFunctions.reasons[name]
          ?? "may differ between nodes; evaluate it in the program, or in a query, and bind the result")
    )
  }

  private func lookAtTable(_ token: SQLToken) throws(Refusal) {
    guard let name = token.name, RqliteFunctions.tellsAboutNode(name) else { return }
    throw Refusal(
      reason: "\(name.lowercased()) depends on the node; query it first and bind the result"
    )
  }

  private func text(mentions names: [String]) -> Bool {
    tokens.tokens.contains { token in names.contains { token.isName($0) } }
  }

  /// Whether a word that can be a name is between two operands.
  private func isOperator(_ index: Int) -> Bool {
    guard let before = tokens[index - 1], let after = tokens[index + 1] else { return false }
    let ends =
      before.kind == .word
      ? !RqliteFunctions.wordsBeforeExpressions.contains(before.spelling.uppercased()) || before.isWord("NOT")
      : before.kind != .symbol || before.isSymbol(")")
    return ends && (after.kind != .symbol || ["(", "-", "+", "~"].contains(after.spelling))
  }
}

// MARK: - Clocks

extension RqliteDeterminism {
  private mutating func lookAtClock(_ token: SQLToken, _ index: Int) throws(Refusal) -> Bool {
    let value: String
    if token.isWord("CURRENT_TIMESTAMP") {
      value = moment.timestamp
    } else if token.isWord("CURRENT_DATE") {
      value = moment.date
    } else if token.isWord("CURRENT_TIME") {
      value = moment.time
    } else {
      return false
    }
    if isDefinition {
      throw Refusal(
        reason: "\(token.spelling.uppercased()) in a definition is evaluated on every node, each of which would store "
          + "another time; bind the time where rows are written instead")
    }
    edits.replace(index..<index + 1, [.value(.text(value))])
    return true
  }

  private mutating func lookAtMoments(_ name: String, _ positions: [Int], _ index: Int) throws(Refusal) {
    let arguments = tokens.arguments(ofCallAt: index)
    for position in positions {
      if position < arguments.count {
        try lookAtMoment(name, arguments[position], next: arguments.dropFirst(position + 1).first, index)
      } else if position == arguments.count, let end = tokens.partners[index + 1] {
        // Without a moment it is now.
        try requireChange(name)
        edits.replace(end..<end, [.text(arguments.isEmpty ? "" : ", "), .value(.text(moment.now))])
      }
    }
    guard name != "timediff", let first = positions.first else { return }
    let zones = RqliteWords(tokens: tokens, edits: edits, words: ["localtime", "utc"])
    for modifier in arguments.dropFirst(first + 1) {
      switch zones.judge(modifier) {
      case .never: continue
      case .open where isPure(index): continue
      case .always, .open:
        throw Refusal(
          reason:
            "\(name)() takes the time zone of each node by 'localtime' and 'utc'; convert the time in the program, and "
            + "write other modifiers as texts, as bound values, or so that they begin with a text, as in '+' || n || ' days'"
        )
      }
    }
  }

  private mutating func lookAtMoment(
    _ name: String, _ range: Range<Int>, next: Range<Int>?, _ index: Int
  ) throws(Refusal) {
    let words = ["now", "subsec", "subsecond"]
    switch RqliteWords(tokens: tokens, edits: edits, words: words).judge(range) {
    case .never: return
    case .always:
      try requireChange(name)
      // The other two are a moment and a modifier at once.
      let isNow = text(range).contains("now")
      edits.replace(range, [.value(.text(moment.now))] + (isNow ? [] : [.text(", 'subsec'")]))
    case .open:
      if isPure(index) || isNumeric(next) { return }
      if isDefinition {
        throw Refusal(
          reason:
            "\(name)() in a definition takes the clock of each node where its argument is the text 'now'; keep that out, "
            + "as in \(name)(CASE WHEN x GLOB '[0-9]*' THEN x END)")
      }
      edits.replace(
        range,
        [
          .text("CASE WHEN lower(printf('%s', "), .tokens(range), .text(")) IN ('now', 'subsec', 'subsecond') THEN "),
          .value(.text(moment.now)), .text(" ELSE "), .tokens(range), .text(" END"),
        ])
    }
  }

  private func text(_ range: Range<Int>) -> String {
    range.map { index -> String in
      switch edits.value(at: index) {
      case .text(let text): text
      case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
      default: tokens[index].map { String($0.spelling) } ?? ""
      }
    }.joined().lowercased()
  }

  /// Whether a modifier treats the moment as a number, so that it isn't a text.
  private func isNumeric(_ modifier: Range<Int>?) -> Bool {
    guard let modifier, modifier.count == 1, let token = tokens[modifier.lowerBound], token.kind == .text else {
      return false
    }
    return ["unixepoch", "julianday"].contains(token.name?.lowercased())
  }

  private func requireChange(_ name: String) throws(Refusal) {
    guard isDefinition else { return }
    throw Refusal(
      reason:
        "\(name)() of the current time in a definition is evaluated on every node, each of which would store another "
        + "time; bind the time where rows are written instead")
  }

  /// Whether the engine doesn't allow reading a clock in this place: in checks, generated columns and indexes.
  private func isPure(_ index: Int) -> Bool {
    isChecked && !tokens.enclosing[index].contains { tokens[$0 - 1]?.isWord("DEFAULT") == true }
  }
}

// MARK: - Chance

extension RqliteDeterminism {
  private mutating func lookAtChance(_ name: String, _ index: Int) throws(Refusal) {
    let arguments = tokens.arguments(ofCallAt: index)
    guard !isDefinition, isEvaluatedOnce(index), let end = tokens.partners[index + 1] else {
      throw Refusal(
        reason:
          "\(name)() is evaluated on every node, each of which would store something else; only in the rows of VALUES "
          + "it is evaluated beforehand: make the values in the program and bind them")
    }
    if name == "random" {
      // With arguments it is an error, which the engine tells.
      guard arguments.isEmpty else { return }
      edits.replace(index..<end + 1, [.value(.integer(Int64.random(in: -Int64.max ... .max)))])
      return
    }
    guard arguments.count == 1 else { return }
    guard let count = length(arguments[0]) else {
      throw Refusal(
        reason:
          "randomblob() of an expression is evaluated on every node; give the length as a number or a bound value, or "
          + "bind the bytes")
    }
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<max(1, count)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    edits.replace(index..<end + 1, [.value(.blob(bytes))])
  }

  /// The length in an argument, or 1 if the value isn't known yet.
  private func length(_ range: Range<Int>) -> Int? {
    guard range.count == 1, let token = tokens[range.lowerBound] else { return nil }
    switch token.kind {
    case .number: return Int(token.spelling).flatMap { $0 <= RqliteDeterminism.largestBlob ? $0 : nil }
    case .parameter:
      switch edits.value(at: range.lowerBound) {
      case .integer(let count)? where count <= RqliteDeterminism.largestBlob: return Int(max(1, count))
      case nil: return 1
      default: return nil
      }
    default: return nil
    }
  }

  /// The largest blob to make here, because it is sent with four characters for a byte.
  private static var largestBlob: Int { 1 << 20 }

  /// Whether an expression is in a row of the statement's VALUES, outside any query.
  private func isEvaluatedOnce(_ index: Int) -> Bool {
    guard let outermost = tokens.enclosing[index].first, tokens.clauses[outermost] == "VALUES" else { return false }
    return tokens.enclosing[index].allSatisfy { opening in
      guard let first = tokens[opening + 1] else { return false }
      return !["SELECT", "VALUES", "WITH"].contains { first.isWord($0) }
    }
  }
}

// MARK: - Order

extension RqliteDeterminism {
  private mutating func lookAtLimit(_ index: Int) throws(Refusal) {
    switch RqliteOrder(tokens, limit: index).judgement {
    case .isTotal: return
    case .completed(let terms) where !isDefinition: edits.replace(index..<index, [.text(terms)])
    case .completed, .isOpen:
      throw Refusal(
        reason:
          "LIMIT takes other rows on other nodes unless their order is total; end ORDER BY with rowid, or with the names "
          + "of all columns that are selected")
    }
  }
}
