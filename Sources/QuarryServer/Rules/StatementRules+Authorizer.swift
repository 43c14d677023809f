internal import Quarry
internal import QuarrySQLiteEngine

/// The rules that hold for a connection now, asked by its engine.
final class ConnectionRules: Sendable {
  private let state: Protected<(rules: StatementRules, isMarked: Bool)>

  init(_ rules: StatementRules) { state = Protected((rules, false)) }

  /// Whether something was left behind in the connection.
  var isMarked: Bool { state.withLock { $0.isMarked } }

  /// Notes that something is left behind in the connection.
  func mark() { state.withLock { $0.isMarked = true } }

  var rules: StatementRules { state.withLock { $0.rules } }

  /// Changes the rules for the next client.
  func use(_ rules: StatementRules) { state.withLock { $0.rules = rules } }

  /// Answers for one action of a statement that is being prepared.
  ///
  /// Source: <https://sqlite.org/c3ref/c_alter_table.html>.
  func authorize(_ action: SQLiteAction) -> SQLiteAuthorization {
    let rules = rules
    switch action.code {
    case 24:
      // ATTACH; VACUUM attaches a nameless temporary database.
      return action.first?.isEmpty == true ? .allow : .deny
    case 25:
      // DETACH
      return action.first == "vacuum_db" ? .allow : .deny
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
  /// Lets the engine ask for every statement, where there is an engine in this process.
  func install(_ rules: ConnectionRules) async throws {
    do {
      try await withSession { session in
        try session.withDriverConnection(SQLiteConnection.self) { try $0.setAuthorizer { rules.authorize($0) } }
      }
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      // A remote database: the texts are all there is to look at.
    }
  }

  /// Takes back what ``install(_:)`` did.
  func removeRules() async {
    try? await withSession { session in
      try session.withDriverConnection(SQLiteConnection.self) { try $0.setAuthorizer(nil) }
    }
  }
}
