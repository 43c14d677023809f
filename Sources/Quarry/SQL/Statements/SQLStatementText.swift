/// The first statement of an SQL text, and what its text says about it without an engine.
///
/// A driver whose protocol has no prepared statements uses it to find the end of a statement and its parameters, and to
/// choose how to send it. The text is split as SQLite's tokenizer splits it, including literals, quoted names, comments
/// and the bodies of triggers.
///
/// ```swift
/// guard let text = SQLStatementText(firstOf: "SELECT :a; SELECT 2") else { return }
/// text.sql             // "SELECT :a;"
/// text.verb            // .select
/// text.parameterNames  // [":a"]
/// text.isReadOnly      // true
/// ```
public struct SQLStatementText: Sendable, Hashable {
  /// The text from its beginning to the end of the statement, including comments before it and its semicolon.
  ///
  /// Positions in an engine's errors about this text are positions in the original text.
  public let sql: String

  /// The effect of the statement.
  public let verb: SQLVerb

  /// Whether the statement is explained instead of run.
  public let isExplained: Bool

  /// The names of the parameters with their sigil, in the order of their numbers; `nil` for a parameter without a name.
  ///
  /// Names are compared by their bytes, as in the engine. This type accepts texts that an engine rejects, so ask the
  /// engine before you rely on the number of parameters.
  public let parameterNames: [String?]

  /// Whether the statement doesn't directly change the database, as `sqlite3_stmt_readonly` reports it; `nil` if only
  /// an engine can tell.
  ///
  /// Source: <https://sqlite.org/c3ref/stmt_readonly.html>.
  public let isReadOnly: Bool?

  /// Whether the statement changes the connection: a setting with `PRAGMA`, a temporary table, or an attached database.
  ///
  /// Such a change is lost when the connection is lost.
  public let changesConnection: Bool

  /// Creates a value from the first statement of a text. Returns `nil` if the text contains only white space, comments
  /// and semicolons.
  public init?(firstOf text: String) {
    guard let first = SQLScript(text).first(where: { _ in true }) else { return nil }
    let kind = SQLStatementKind(first.sql)
    sql = String(decoding: text.utf8.prefix(first.offset + first.sql.utf8.count), as: UTF8.self)
    verb = kind.verb
    isExplained = kind.explanation != nil
    parameterNames = SQLNamedParameters(ofText: first.sql).names
    let setting = kind.pragma.flatMap { $0.hasArgument && SQLPragma.isLostWithConnection($0.name) ? $0 : nil }
    isReadOnly = isExplained ? nil : Self.isReadOnly(kind, isSetting: setting != nil)
    changesConnection =
      !isExplained
      && (setting != nil || kind.verb == .attach || kind.verb == .detach
        || kind.verb == .create
          && (SQLTokens(first.sql).dropFirst().first { _ in true }.map { $0.isWord("TEMP") || $0.isWord("TEMPORARY") }
            ?? false))
  }

  private static func isReadOnly(_ kind: SQLStatementKind, isSetting: Bool) -> Bool? {
    switch kind.verb {
    case .select, .beginDeferred, .commit, .rollback, .savepoint, .release, .rollbackTo: true
    case .insert, .update, .delete, .create, .alter, .drop, .reindex, .analyze, .vacuum, .beginNow: false
    case .pragma: kind.pragma?.asks == true || isSetting ? true : nil
    case .attach, .detach, .none, .unknown: nil
    }
  }
}
