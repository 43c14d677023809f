#if Server
internal import Quarry

/// The current rules of a connection, which its engine checks.
final class ConnectionRules: Sendable {
  private let state: Protected<(rules: StatementRules, isMarked: Bool)>

  init(_ rules: StatementRules) { state = Protected((rules, false)) }

  /// Whether a client has left something behind in the connection.
  var isMarked: Bool { state.withLock { $0.isMarked } }

  /// Records that a client has left something behind in the connection.
  func mark() { state.withLock { $0.isMarked = true } }

  var rules: StatementRules { state.withLock { $0.rules } }

  /// Changes the rules for the next client.
  func use(_ rules: StatementRules) { state.withLock { $0.rules = rules } }

  /// Returns the verdict for one action of a statement that is being prepared.
  ///
  /// Source: <https://sqlite.org/c3ref/c_alter_table.html>.
  func authorize(_ action: SQLiteAction) -> SQLiteAuthorization {
    let rules = rules
    switch action.code {
    case 24:
      // ATTACH; VACUUM attaches a nameless temporary database.
      return action.first?.isEmpty == true && rules.role == .write ? .allow : .deny
    case 25:
      // DETACH
      return action.first == "vacuum_db" ? .allow : .deny
    case 20:
      // A column of a table.
      guard let table = action.first?.lowercased() else { return .allow }
      if StatementRules.forbiddenTables.contains(table) { return .deny }
      // Where the file is concerns nobody but the server, and what other clients wrote into their statements nobody but
      // them: the columns read as NULL.
      let isHidden = StatementRules.hiddenColumns.contains { $0 == table && $1 == action.second?.lowercased() }
      return isHidden ? .ignore : .allow
    case 29, 30:
      // A virtual table and its module.
      return StatementRules.forbiddenModules.contains(action.second?.lowercased() ?? "") ? .deny : .allow
    case 31:
      // A function.
      return StatementRules.forbiddenFunctions.contains(action.second?.lowercased() ?? "") ? .deny : .allow
    case 19:
      let verdict = rules.verdict(onPragma: action.first?.lowercased() ?? "", hasArgument: action.second != nil)
      if verdict.refusal != nil { return .deny }
      if verdict.marksConnection { mark() }
      return .allow
    case 3...6:
      // CREATE TEMP INDEX, TABLE, TRIGGER, VIEW
      if rules.isShared { return .deny }
      mark()
      return .allow
    default: return .allow
    }
  }
}

extension DatabaseLease {
  /// Makes the engine check every statement, limits its memory, and keeps it from writing for a reader, if there is
  /// an engine in this process.
  ///
  /// - Returns: The previous memory limits, or `nil` for a remote database, whose texts are all that can be checked.
  func install(_ rules: ConnectionRules, _ limits: ServerLimits) async throws -> SQLiteMemoryLimits? {
    do {
      return try await withSession { session in
        try session.withDriverConnection((any GuardedConnection).self) { connection in
          // A function that a SELECT calls may write too: the engine itself then refuses.
          if rules.rules.role == .read { try connection.setReadsOnly(true) }
          try connection.setAuthorizer { rules.authorize($0) }
          if let bytes = limits.engineBytes { try? connection.setHeapLimit(bytes) }
          return try connection.setMemoryLimits(
            SQLiteMemoryLimits(valueBytes: limits.valueBytes, rowBytes: limits.rowBytes))
        }
      }
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      return nil
    }
  }

  /// Undoes ``install(_:_:)``.
  func removeRules(_ rules: ConnectionRules, _ limits: SQLiteMemoryLimits?) async {
    guard let limits else { return }
    try? await withSession { session in
      try session.withDriverConnection((any GuardedConnection).self) { connection in
        try connection.setAuthorizer(nil)
        if rules.rules.role == .read { try connection.setReadsOnly(false) }
        try connection.setMemoryLimits(limits)
      }
    }
  }
}
#endif
