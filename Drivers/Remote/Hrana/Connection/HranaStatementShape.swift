import Quarry

/// Facts that the text of a statement alone shows, so that the server needn't be asked before it runs.
///
/// Only certain facts are used. A text that begins in another way is described by the server.
package struct HranaStatementShape: Sendable, Hashable {
  /// The kind of statement.
  package enum Kind: Sendable, Hashable {
    /// SELECT, VALUES, or WITH before them: returns rows and changes nothing.
    case query
    /// INSERT, UPDATE, DELETE, REPLACE, and statements about the schema.
    case change
    /// BEGIN that takes no lock yet.
    case beginDeferred
    /// BEGIN that takes a lock immediately.
    case beginNow
    /// COMMIT or END.
    case commit
    /// ROLLBACK of the whole transaction.
    case rollback
    /// SAVEPOINT.
    case savepoint
    /// RELEASE, which commits if the savepoint began the transaction.
    case release
    /// ROLLBACK TO.
    case rollbackTo
    /// A PRAGMA that only reads.
    case pragmaRead
    /// A setting of the connection, which the next stream also needs.
    case setting(name: String)
    /// A setting of the connection that isn't repeated on the next stream.
    case lostSetting(name: String)
    /// ATTACH or DETACH.
    case attach
    /// A statement of unknown kind; only the server knows.
    case unknown
  }

  package let kind: Kind
  /// Whether the statement is a query. Comparing kinds takes longer.
  let isQuery: Bool
  /// Whether the statement creates an object that lives only as long as the connection.
  package var isTemporary = false
  /// Whether the statement can be sent again if its response was lost.
  let mayRepeat: Bool
  /// Whether the statement needs nothing that is before or after its call, outside of transactions.
  private(set) var mayRunInPlace: Bool
  /// Whether the statement inserts rows.
  var inserts = false
  /// Whether rows before one that breaks a constraint stay, with `OR FAIL`.
  var mayKeepRows = false
  /// Whether the statement inserts rows or updates others instead.
  var isUpsert = false

  /// Whether the statement makes no direct change, or `nil` if only the server knows.
  package var isReadOnly: Bool? {
    switch kind {
    case .query, .beginDeferred, .commit, .rollback, .savepoint, .release, .rollbackTo, .pragmaRead, .setting,
      .lostSetting:
      true
    case .change, .beginNow: false
    case .attach, .unknown: nil
    }
  }

  /// Whether the statement is a setting that would be lost between two calls.
  var isLostSetting: Bool { if case .lostSetting = kind { true } else { false } }

  /// Analyzes a text.
  package init(_ sql: String) {
    let tokens = SQLTokens.all(in: sql)
    let statement = SQLStatementKind(sql)
    kind = HranaStatementShape.kind(statement)
    isQuery = kind == .query
    mayRepeat = kind == .query || kind == .pragmaRead
    mayRunInPlace = mayRepeat || kind == .change
    mayKeepRows = kind == .change && zip(tokens, tokens.dropFirst()).contains { $0.isWord("OR") && $1.isWord("FAIL") }
    inserts = kind == .change && statement.verb == .insert
    isUpsert = inserts && zip(tokens, tokens.dropFirst()).contains { $0.isWord("DO") && $1.isWord("UPDATE") }
    if statement.verb == .create {
      let isTemp = tokens.dropFirst().first.map { $0.isWord("TEMP") || $0.isWord("TEMPORARY") } ?? false
      isTemporary = isTemp || tokens.contains { $0.isName("temp") }
      if isTemporary { mayRunInPlace = false }
    }
  }

  private static func kind(_ statement: SQLStatementKind) -> Kind {
    guard statement.explanation == nil else { return .unknown }
    switch statement.verb {
    case .select: return .query
    case .insert, .update, .delete, .create, .alter, .drop, .reindex, .analyze, .vacuum: return .change
    case .beginDeferred: return .beginDeferred
    case .beginNow: return .beginNow
    case .commit: return .commit
    case .rollback: return .rollback
    case .rollbackTo: return .rollbackTo
    case .savepoint: return .savepoint
    case .release: return .release
    case .attach, .detach: return .attach
    case .pragma: return statement.pragma.map(kind) ?? .unknown
    case .none, .unknown: return .unknown
    }
  }

  private static func kind(_ pragma: SQLPragmaUse) -> Kind {
    if pragma.asks { return .pragmaRead }
    guard pragma.hasArgument else { return .unknown }
    if settings.contains(pragma.name) { return .setting(name: pragma.name) }
    return SQLPragma.isLostWithConnection(pragma.name) ? .lostSetting(name: pragma.name) : .unknown
  }

  /// Settings of one connection that are repeated on the next stream.
  private static let settings: Set<String> = [
    "foreign_keys", "recursive_triggers", "case_sensitive_like", "ignore_check_constraints", "query_only",
    "reverse_unordered_selects", "legacy_alter_table", "trusted_schema", "automatic_index", "cell_size_check",
    "cache_size", "temp_store", "busy_timeout", "writable_schema", "count_changes", "full_column_names",
    "short_column_names", "synchronous", "analysis_limit", "defer_foreign_keys",
  ]
}
