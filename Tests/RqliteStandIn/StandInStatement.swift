internal import Foundation
internal import Quarry
internal import QuarryRemote
internal import QuarryWire

/// A statement as a client sent it.
struct StandInStatement: Sendable {
  var sql: String
  var positional: [SQLValue] = []
  var named: [String: SQLValue] = [:]

  /// The request makes no sense; the text is what the server answers with status 400.
  struct Malformed: Error {
    var text: String
  }

  /// Reads the statements of a call.
  static func all(in request: StandInRequest) throws(Malformed) -> [StandInStatement] {
    if request.isText { return [StandInStatement(sql: String(decoding: request.body, as: UTF8.self))] }
    if let sql = request.query["q"], request.method == "GET" { return [StandInStatement(sql: sql)] }
    if request.method == "GET" { throw Malformed(text: "query parameter not set") }
    guard let tree = try? JSONValue(StandInBlobs.spelled(request.body)) else {
      throw Malformed(text: "invalid JSON body")
    }
    guard let items = tree.array else { throw Malformed(text: "invalid request") }
    guard !items.isEmpty else { throw Malformed(text: "no statements") }
    var statements: [StandInStatement] = []
    for item in items {
      let statement = try StandInStatement(item)
      // An empty text has no result.
      if !statement.sql.allSatisfy(\.isWhitespace) { statements.append(statement) }
    }
    return statements
  }

  private init(sql: String) { self.sql = sql }

  private init(_ tree: JSONValue) throws(Malformed) {
    if let sql = tree.string {
      self.sql = sql
      return
    }
    guard let parts = tree.array, let sql = parts.first?.string else { throw Malformed(text: "invalid request") }
    self.sql = sql
    for part in parts.dropFirst() {
      if let members = part.members {
        for member in members { named[member.name] = try StandInStatement.value(member.value) }
      } else {
        positional.append(try StandInStatement.value(part))
      }
    }
  }

  private static func value(_ tree: JSONValue) throws(Malformed) -> SQLValue {
    switch tree {
    case .null: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .integer(let integer): return .integer(integer)
    case .double(let real):
      guard real.isFinite else { throw Malformed(text: "invalid number \(real)") }
      return .real(real)
    case .string(let text): return blob(text).map { .blob($0) } ?? .text(text)
    case .array(let items):
      var bytes: [UInt8] = []
      for item in items {
        guard let integer = item.integer, let byte = UInt8(exactly: integer) else {
          throw Malformed(text: "unsupported type: []interface {}")
        }
        bytes.append(byte)
      }
      return .blob(bytes)
    case .object: throw Malformed(text: "unsupported type: map[string]interface {}")
    }
  }

  /// The bytes of a text that looks like a blob literal.
  private static func blob(_ text: String) -> [UInt8]? {
    var bytes = Array(text.utf8)[...]
    while bytes.first == 0x20 { bytes.removeFirst() }
    while bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.count >= 3, bytes.count % 2 == 1, bytes.first.map({ $0 | 0x20 }) == UInt8(ascii: "x"),
      bytes.dropFirst().first == UInt8(ascii: "'"), bytes.last == UInt8(ascii: "'")
    else { return nil }
    return StandInBlobs.bytes(of: bytes.dropFirst(2).dropLast())
  }

  /// The values for the parameters of a prepared statement: those with a name by their name, the others in order.
  /// What is left over is not looked at.
  ///
  /// - Returns: `nil` when there are too few.
  func values(for names: [String?]) -> [SQLValue]? {
    var values: [SQLValue] = []
    for (index, name) in names.enumerated() {
      if let name, let value = named[String(name.dropFirst())] {
        values.append(value)
      } else if positional.indices.contains(index) {
        values.append(positional[index])
      } else {
        return nil
      }
    }
    return values
  }

  /// Whether rows are given by a call that writes: the word and a space behind it.
  var asksForRows: Bool { sql.lowercased().contains("returning ") }

  /// Whether it is an `EXPLAIN`.
  var isExplanation: Bool { SQLTokens.all(in: sql).first?.isWord("EXPLAIN") == true }

  /// Whether it is a PRAGMA that the server does not let through.
  var isDisallowed: Bool {
    let tokens = SQLTokens.all(in: sql)
    guard tokens.first?.isWord("PRAGMA") == true else { return false }
    var rest = tokens.dropFirst()
    if rest.dropFirst().first?.isSymbol(".") == true { rest = rest.dropFirst(2) }
    guard let name = rest.first?.name?.lowercased() else { return false }
    if name == "wal_checkpoint" { return true }
    let isSetting = rest.dropFirst().first.map { $0.isSymbol("=") || $0.isSymbol("(") } ?? false
    return isSetting && ["journal_mode", "synchronous", "wal_autocheckpoint", "query_only"].contains(name)
  }
}

// MARK: - Rewriting

extension StandInStatement {
  private static let clocks: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]

  /// The statement as it goes into the log: what has another result each time is replaced by what it is now. The real
  /// server prints the whole statement anew where anything was replaced, and takes CURRENT_TIMESTAMP for a name then, but
  /// where it is a default. It looks into no trigger, and not for chance where rows are put in order.
  func rewritten(random rewritesRandom: Bool = true, time rewritesTime: Bool = true) -> StandInStatement {
    let tokens = SQLTokens.all(in: sql)
    if tokens.first?.isWord("CREATE") == true, tokens.prefix(3).contains(where: { $0.isWord("TRIGGER") }) {
      return self
    }
    var replacements: [(range: Range<Int>, text: String)] = []
    var calls: [(name: String, depth: Int)] = []
    var depth = 0
    var orderDepth: Int?
    for (index, token) in tokens.enumerated() {
      func next(_ offset: Int) -> SQLToken? { index + offset < tokens.count ? tokens[index + offset] : nil }
      if token.isSymbol("(") {
        depth += 1
        if index > 0, tokens[index - 1].kind == .word {
          calls.append((tokens[index - 1].spelling.lowercased(), depth))
        }
      } else if token.isSymbol(")") {
        if calls.last?.depth == depth { calls.removeLast() }
        depth -= 1
      }
      if token.isWord("ORDER"), next(1)?.isWord("BY") == true { orderDepth = depth }
      if let order = orderDepth, depth < order || depth == order && token.isWord("LIMIT") { orderDepth = nil }
      if rewritesRandom, orderDepth == nil, token.isWord("random"), next(1)?.isSymbol("(") == true,
        let end = next(2), end.isSymbol(")")
      {
        replacements.append((token.range.lowerBound..<end.range.upperBound, "\(Int64.random(in: .min ... .max))"))
      } else if rewritesRandom, orderDepth == nil, token.isWord("randomblob"), next(1)?.isSymbol("(") == true,
        let number = next(2), number.kind == .number, let count = Int(number.spelling), let end = next(3),
        end.isSymbol(")")
      {
        let digits = (0..<max(1, count) * 2).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
        replacements.append((token.range.lowerBound..<end.range.upperBound, "x'\(digits)'"))
      } else if rewritesTime, token.kind == .text, token.spelling.lowercased() == "'now'",
        calls.last.map({ StandInStatement.clocks.contains($0.name) }) == true
      {
        let days = Date().timeIntervalSince1970 / 86_400 + 2_440_587.5
        replacements.append((token.range, StandInText.number(days) ?? "0"))
      }
    }
    guard !replacements.isEmpty else { return self }
    for (index, token) in tokens.enumerated() where index == 0 || !tokens[index - 1].isWord("DEFAULT") {
      for word in ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"] where token.isWord(word) {
        replacements.append((token.range, "\"\(word)\""))
      }
    }
    var bytes = Array(sql.utf8)
    for replacement in replacements.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(replacement.range, with: replacement.text.utf8)
    }
    var copy = self
    copy.sql = String(decoding: bytes, as: UTF8.self)
    return copy
  }
}
