#if Command
internal import Quarry

extension ShellHistory {
  /// What is kept of statements or a command: one line, without comments; `nil` for what may hold a key, a password or a
  /// token.
  ///
  /// - Parameter catalog: The tables that there are: what is written to one with a column for secrets is not kept.
  static func entry(for text: String, catalog: ShellCatalog = ShellCatalog()) -> String? {
    let tables = catalog.tables.filter { table in
      table.columns.contains { column in secretWords.contains(where: column.lowercased().contains) }
    }
    guard !mayHoldSecret(text, secretTables: tables.map(\.name)) else { return nil }
    let entry = oneLine(text)
    return entry.isEmpty ? nil : entry
  }

  /// The text with a blank for every comment, and for blanks over several lines; texts and quoted names keep their own line
  /// breaks.
  private static func oneLine(_ text: String) -> String {
    guard text.first != "." else { return text.trimmed }
    var result: [UInt8] = []
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        let piece = SQLLexer.piece(in: bytes, at: position)
        let spelling = bytes[position..<piece.end]
        if piece.kind == .comment || (piece.kind == .blank && spelling.contains(UInt8(ascii: "\n"))) {
          if result.last != UInt8(ascii: " ") { result.append(UInt8(ascii: " ")) }
        } else if piece.kind != .blank || result.last != UInt8(ascii: " ") {
          result += spelling
        }
        position = piece.end
      }
    }
    return String(decoding: result, as: UTF8.self).trimmed
  }

  private static let secretWords = ["password", "passwd", "passphrase", "secret", "token"]

  /// Whether a text may hold a key: a statement that sets one or attaches with one, also when it is misspelt, and every
  /// text after a name for a secret. In doubt, a text isn't kept.
  private static func mayHoldSecret(_ text: String, secretTables: [String]) -> Bool {
    let tokens = SQLTokens.all(in: text)
    let hasLiteral = tokens.contains { [.text, .blob, .illegal].contains($0.kind) }
    var literals = 0
    var isAttaching = false
    for (index, token) in tokens.enumerated() {
      if [.text, .blob, .illegal].contains(token.kind) {
        literals += 1
        let content = token.spelling.lowercased()
        if content.contains("key=") || secretWords.contains(where: { content.contains($0 + "=") }) { return true }
        if looksLikeToken(content) { return true }
      }
      if token.isSymbol(";") { (literals, isAttaching) = (0, false) }
      if token.isWord("ATTACH") { isAttaching = true }
      // The second text of ATTACH is its key.
      if isAttaching, literals > 1 { return true }
      if token.isWord("PRAGMA"), isSecretPragma(tokens[(index + 1)...]) { return true }
      guard let name = token.name?.lowercased(), token.kind != .text else { continue }
      if hasLiteral, secretWords.contains(where: name.contains) { return true }
      if hasLiteral, secretTables.contains(where: { SQLIdentifier.areEqual($0, name) }) { return true }
      if SQLPragma.scope(of: name) == .key, isGivenValue(at: index, tokens) { return true }
    }
    return false
  }

  /// Whether a text reads as a token or a raw key: 32 letters and digits or more, without a blank, and no UUID.
  private static func looksLikeToken(_ text: String) -> Bool {
    let runs = text.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "="):
        false
      default: true
      }
    }
    return runs.contains { run in
      let digits = run.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let letters = run.count { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      let isUUID = run.count == 36 && run.split(separator: UInt8(ascii: "-")).map(\.count) == [8, 4, 4, 4, 12]
      return digits > 0 && letters > 0 && digits + letters >= 32 && !isUUID
    }
  }

  /// Whether a PRAGMA is about encryption, or one that nobody knows and that gets a text.
  private static func isSecretPragma(_ rest: ArraySlice<SQLToken>) -> Bool {
    let rest = rest.prefix { !$0.isSymbol(";") }
    let names = rest.compactMap { $0.kind == .text ? nil : $0.name?.lowercased() }
    if names.contains(where: { [.key, .encryption].contains(SQLPragma.scope(of: $0)) }) { return rest.count > 1 }
    let isKnown = names.contains { SQLPragma.scope(of: $0) != nil || SQLPragma.asking.contains($0) }
    return !isKnown && rest.contains { [.text, .blob, .illegal].contains($0.kind) }
  }

  /// Whether a value follows the name of a key. Keys of tables have none.
  private static func isGivenValue(at index: Int, _ tokens: [SQLToken]) -> Bool {
    if index > 0, ["PRIMARY", "FOREIGN"].contains(where: tokens[index - 1].isWord) { return false }
    guard index + 1 < tokens.count else { return false }
    let next = tokens[index + 1]
    return next.isSymbol("=") || next.isSymbol("(") || [.text, .blob, .illegal].contains(next.kind)
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
#endif
