#if Server
internal import Quarry

/// The statements that clients can send: none with effects outside the database or on how it is served.
///
/// The text is checked on every driver. Local engines also check while they prepare, which texts can't deceive.
struct StatementRules: Sendable, Hashable {
  /// The client's rights.
  var role: ServerRole
  /// Whether other clients use the same connection.
  var isShared: Bool

  /// The effects of a statement on the connection.
  struct Verdict: Sendable, Hashable {
    /// The reason why it isn't allowed.
    var refusal: String?
    /// Whether it leaves something behind in the connection that the next client must not see.
    var marksConnection = false
    /// Whether it begins or ends transactions or savepoints.
    var controlsTransactions = false
  }

  /// Checks the text of one statement.
  func verdict(on sql: String) -> Verdict {
    let tokens = SQLTokens.all(in: sql)
    if let refusal = Self.forbiddenFunction(in: tokens) { return Verdict(refusal: refusal) }
    let kind = SQLStatementKind(sql)
    // Its program names the file.
    if kind.explanation != nil, kind.pragma?.name == Self.databaseList {
      return Verdict(refusal: "EXPLAIN of PRAGMA database_list is not allowed here")
    }
    switch kind.verb {
    case .attach: return Verdict(refusal: "ATTACH is not allowed here")
    case .detach: return Verdict(refusal: "DETACH is not allowed here")
    case .vacuum:
      return Verdict(refusal: tokens.contains { $0.isWord("INTO") } ? "VACUUM INTO is not allowed here" : nil)
    case .pragma:
      return kind.pragma.map { verdict(onPragma: $0.name, hasArgument: $0.hasArgument) } ?? Verdict()
    case .create: return verdict(onCreate: tokens)
    default: return Verdict(controlsTransactions: kind.controlsTransactions)
    }
  }

  private func verdict(onCreate tokens: [SQLToken]) -> Verdict {
    let isTemporary = tokens.prefix(9).contains { $0.isName("TEMP") || $0.isName("TEMPORARY") }
    guard isTemporary else { return Verdict() }
    return Verdict(refusal: isShared ? Self.temporaryRefusal : nil, marksConnection: true)
  }

  /// Checks a PRAGMA by its name.
  func verdict(onPragma name: String, hasArgument: Bool) -> Verdict {
    if SQLPragma.asking.contains(name) || (!hasArgument && Pragmas.readable.contains(name)) { return Verdict() }
    if hasArgument || Pragmas.acting.contains(name), let kind = Pragmas.writable[name] {
      if role == .read { return Verdict(refusal: "PRAGMA \(name) = … is not allowed to a reader") }
      if isShared && kind == .connection { return Verdict(refusal: "PRAGMA \(name) = … needs a separate connection") }
      return Verdict(marksConnection: kind == .connection)
    }
    return Verdict(refusal: "PRAGMA \(name)\(hasArgument ? " = …" : "") is not allowed here")
  }

  static let temporaryRefusal = "temporary objects need a separate connection, which this database does not have"

  private static func forbiddenFunction(in tokens: [SQLToken]) -> String? {
    for (token, next) in zip(tokens, tokens.dropFirst()) where next.isSymbol("(") {
      if let name = token.name?.lowercased(), forbiddenFunctions.contains(name) {
        return "the function \(name) is not allowed here"
      }
    }
    return nil
  }

  /// The statement that the server runs: not the text itself if its result would show where the file is.
  static func replacement(for sql: String) -> String {
    guard sql.utf8.count < 200, SQLStatementKind(sql).pragma?.name == databaseList else { return sql }
    return "SELECT seq, name, '' AS file FROM pragma_database_list"
  }

  private static let databaseList = "database_list"

  /// Functions that load code, read and write files, or write to the log of the server.
  static let forbiddenFunctions: Set = [
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlcipher_export", "icu_load_collation",
    "sqlite_log", "fsdir", "zipfile", "eval", "lsmode",
  ]

  /// Tables that give access to files or to pages.
  static let forbiddenTables: Set = ["sqlite_dbpage", "fsdir", "zipfile", "csv", "vsv"]

  /// Columns that read as NULL: the path of the file, and the texts of the statements that a connection keeps.
  static let hiddenColumns = [("pragma_database_list", "file"), ("sqlite_stmt", "sql")]

  /// Modules whose tables read or write other files.
  static let forbiddenModules: Set = [
    "csv", "vsv", "fsdir", "zipfile", "unionvtab", "swarmvtab", "vfsstat", "sqlite_dbpage",
  ]
}
#endif
