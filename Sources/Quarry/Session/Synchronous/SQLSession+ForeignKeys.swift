extension SQLSession {
  /// Runs a body while foreign keys are not enforced, and enforces them again.
  func withForeignKeysSuspended<R>(_ suspends: Bool, _ body: () throws -> R) throws -> R {
    let isOn = SQLFragment(raw: "PRAGMA foreign_keys").values(Int64.self)
    guard suspends, try fetchOne(isOn) == 1 else { return try body() }
    try execute("PRAGMA foreign_keys = 0")
    let result = Result { try body() }
    do throws(DatabaseError) {
      // Also in a cancelled task: the connection goes back to others.
      try runControl("PRAGMA foreign_keys = 1", isCancellable: false)
    } catch {
      state.failure = error
      throw error
    }
    return try result.get()
  }

  /// Refuses a schema in which a row refers to none.
  ///
  /// - Parameter change: What was done, for the error.
  func requireForeignKeys(behind change: String) throws {
    guard let row = try fetchOne(("PRAGMA foreign_key_check" as SQLFragment).rows()) else { return }
    let table = (try? row.get(0, as: String.self)) ?? ""
    throw DatabaseError(
      .constraintForeignKey,
      "behind \(change) a row of \(table) refers to a row that is not there; \(change) was undone")
  }
}
