extension SQLSession {
  /// Runs a body with foreign keys suspended, and then enforces them again.
  ///
  /// A server whose clients share a connection can't suspend them. There, they stay enforced.
  ///
  /// - Parameters:
  ///   - suspends: Whether to suspend them.
  ///   - body: The body. Its argument tells whether foreign keys are suspended, so that they must be checked.
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

  /// Throws if a row refers to a missing row.
  ///
  /// - Parameter change: A description of the change, for the error.
  func requireForeignKeys(behind change: String) throws {
    guard let row = try fetchOne(("PRAGMA foreign_key_check" as SQLFragment).rows()) else { return }
    let table = (try? row.get(0, as: String.self)) ?? ""
    throw DatabaseError(
      .constraintForeignKey,
      "after \(change), a row of \(table) refers to a missing row; \(change) was undone")
  }
}
