import Quarry

extension HranaConnection {
  /// The error of a statement, without its values, and with what is not known of its effect.
  func failure(
    _ error: DatabaseError, of sql: String, _ values: [SQLValue], _ shape: HranaStatementShape
  ) -> DatabaseError {
    var error = error.of(sql, values)
    // The server does not tell whether rows before the failing one stayed.
    if shape.mayKeepRows, error.outcome == .notApplied, !capabilities.exactOutcomes,
      error.engineCode?.primary == .constraint
    {
      error.outcome = .unknown
    }
    return completed(error)
  }

  /// The error of a statement in SQLite's own words. Errors of the server's parser are described, and a key is
  /// distinguished from other unique columns.
  nonisolated(nonsending) func explain(
    _ error: HranaServerError, sql: String, mayWrite: Bool
  ) async -> DatabaseError {
    var known = error.databaseError(sql: sql, mayWrite: mayWrite && transactionStatus != .active)
    if error.endsTransaction {
      transactionStatus = .idle
      beganBySavepoint = false
    }
    if error.isUnsupportedStatement { return known }
    if error.isOfServersParser || error.code == "SQL_NO_STATEMENT" {
      let description = try? await exchange([.describe(sql)], .reading)
      if case .error(let own)? = description?.first, !own.isOfServersParser {
        return own.databaseError(sql: sql, mayWrite: false)
      }
    } else if error.code == "SQLITE_CONSTRAINT", error.extendedCode == nil, let key = HranaUniqueKey(known.message) {
      let question = HranaStatementCall(key.question)
      let answers = try? await exchange([.execute(question)], .reading)
      if case .ok(.execute(let answer))? = answers?.first {
        known.engineCode = key.code(answer)
        known.code = DatabaseError.Code(engineCode: key.code(answer), message: known.message)
      }
    }
    return known
  }
}
