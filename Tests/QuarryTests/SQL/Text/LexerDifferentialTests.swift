import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Quarry reads SQL text without an engine. Here every engine reads the same texts, and tells where statements end,
/// which parameters they have, whether they read only, and at which token it stumbles.
@Suite("SQL text is read as the engine reads it")
struct LexerDifferentialTests {
  /// How many texts each engine reads, half of them of each kind.
  static let count: UInt64 = 12_000

  /// Before SQLite 3.46 a hexadecimal number ended where a word began.
  private static var hexadecimalWord: Regex<Substring> { /0x[0-9a-fA-F]+[g-zG-Z_$]/ }

  @Test("Ends, parameters, kinds and tokens", arguments: (Installed.all + CachedEngine.libraries).map(Named.init))
  func reading(_ engine: Named) throws {
    let connection = try engine.library.openMemory()
    try connection.execute("CREATE TABLE t (a)")
    var tally = Tally()
    for seed in 0..<Self.count {
      var generator = HostileText(seed: seed)
      let text = seed.isMultiple(of: 2) ? generator.statements() : generator.pieces()
      // What newer engines read in another way is left to them.
      if engine.isOld,
        text.contains("\u{FEFF}") || text.contains("_") || text.contains("->") || text.contains(Self.hexadecimalWord)
      {
        continue
      }
      tally.texts += 1
      try compare(text, connection, &tally)
    }
    #expect(tally.differences.isEmpty, "\(tally.differences.prefix(5).joined(separator: "\n"))")
    #expect(tally.texts > Self.count / 4)
    #expect(tally.statements > tally.texts / 3, "enough of the texts are statements")
    #expect(tally.stumbles > tally.texts / 8, "and enough are not")
    print(
      "\(engine): \(tally.texts) texts, \(tally.statements) statements, \(tally.stumbles) errors, "
        + "\(tally.differences.count) differences")
  }

  /// Reads a text statement after statement on both sides, up to the first that the engine refuses.
  private func compare(_ text: String, _ connection: SQLiteConnection, _ tally: inout Tally) throws {
    let ends = SQLScript(text).map { $0.offset + $0.sql.utf8.count }
    var start = 0
    while start < text.utf8.count {
      do {
        let end = ends.first { $0 > start }
        guard let prepared = try connection.prepareSynchronously(text, from: start) else {
          return tally.expect(end == nil, "nothing follows byte \(start)", text)
        }
        let statement = prepared.statement
        tally.statements += 1
        // The engine takes what follows the last statement with it.
        let taken = start + prepared.byteCount
        tally.expect(taken == end || (taken == text.utf8.count && end == ends.last), "the end is \(taken)", text)
        let own = String(decoding: Array(text.utf8)[start..<taken], as: UTF8.self)
        tally.expect(
          SQLNamedParameters(ofText: own).names == statement.parameterNames,
          "the parameters are \(statement.parameterNames)", own)
        let kind = SQLStatementKind(text, from: start)
        tally.expect(!kind.isReadOnly || statement.isReadOnly, "the statement writes", own)
        if kind.verb == .select, kind.explanation == nil {
          tally.expect(kind.isReadOnly == statement.isReadOnly, "reading: \(statement.isReadOnly)", own)
        }
        start = taken
      } catch {
        tally.stumbles += 1
        return stumble(error, text, start, &tally)
      }
    }
  }

  /// The engine names the token at which it gave up; Quarry has the same one there.
  private func stumble(_ error: DatabaseError, _ text: String, _ start: Int, _ tally: inout Tally) {
    // Of a text that ends too early, old engines name the last piece, be it a comment.
    guard error.code != .incompleteStatement else { return }
    let tokens = Array(SQLTokens(text, from: start))
    if let match = error.message.firstMatch(of: /^unrecognized token: "(.*)"$/.dotMatchesNewlines()) {
      let spelling = String(match.1)
      // What it tells of a number with misplaced underscores is not always what stands there.
      let isThere = tokens.contains {
        $0.kind == .illegal
          && (spelling.hasPrefix($0.spelling) || (spelling.contains("_") && $0.spelling.contains("_")))
      }
      tally.expect(isThere, "no token is \(spelling)", text)
    } else if let match = error.message.firstMatch(of: /^near "(.*)": syntax error$/.dotMatchesNewlines()) {
      let spelling = String(match.1)
      // Old engines name a comment without an end.
      if error.offset == nil, spelling.hasPrefix("/*") { return }
      let found = tokens.filter { spelling.utf8.starts(with: $0.spelling.utf8) }
      let isThere = found.contains { token in
        (error.offset ?? token.range.lowerBound) == token.range.lowerBound
          && (token.kind == .symbol || token.spelling == spelling)
      }
      tally.expect(isThere, "\(spelling) is a token", text)
    }
  }

  /// An engine with a name for the output.
  struct Named: CustomTestStringConvertible, CustomStringConvertible, Sendable {
    let library: SQLiteLibrary
    var description: String { "\(library.version)" }
    var testDescription: String { description }
    var isOld: Bool { library.versionNumber < 3_046_000 }
  }

  struct Tally {
    var texts: UInt64 = 0
    var statements: UInt64 = 0
    var stumbles: UInt64 = 0
    var differences: [String] = []

    mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String, _ text: String) {
      if !holds { differences.append("\(what()): \(text.debugDescription)") }
    }
  }
}
