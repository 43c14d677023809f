extension SQLSession {
  /// Runs a body while foreign keys are not enforced, and enforces them again.
  ///
  /// A server whose clients share a connection refuses to suspend them. They are enforced all along then.
  ///
  /// - Parameters:
  ///   - suspends: Whether to suspend them at all.
  ///   - body: The body. Its argument tells whether foreign keys aren't enforced, so that they need a check.
  func withForeignKeysSuspended<R>(_ suspends: Bool, _ body: (Bool) throws -> R) throws -> R {
    let isOn = SQLFragment(raw: "PRAGMA foreign_keys").values(Int64.self)
    guard suspends else { return try body(false) }
    guard try fetchOne(isOn) == 1 else { return try body(true) }
    do {
      try execute("PRAGMA foreign_keys = 0")
    } catch let error as DatabaseError where error.code == .unsupportedFeature && error.outcome == .notApplied {
      return try body(false)
    }
    let result = Result { try body(true) }
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
