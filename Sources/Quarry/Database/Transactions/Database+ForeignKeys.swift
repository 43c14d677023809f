extension Database {
  /// Runs a body in one transaction without enforcing foreign keys, and checks them before committing.
  ///
  /// Use it to replace a table that other tables refer to.
  ///
  /// - Parameter body: The statements of the transaction.
  /// - Throws:
  ///   - The error of the body.
  ///   - ``DatabaseError`` with code `.constraintForeignKey` if a foreign key is violated at the end. The transaction
  ///     is then rolled back.
  ///   - Code `.unsupportedFeature` if the driver can't change settings of its connections.
  @discardableResult
  public func writeWithForeignKeysSuspended<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireBodies()
    guard let result = try await writeSuspendingForeignKeys(body) else {
      throw DatabaseError(
        .unsupportedFeature, "foreign keys can't be suspended: the driver, or the server, keeps no settings",
        missing: .connectionState)
    }
    return result
  }

  /// Like ``writeWithForeignKeysSuspended(_:)``, but returns `nil` and runs nothing if foreign keys can't be suspended.
  func writeSuspendingForeignKeys<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R? {
    guard capabilities.transactions == .interactive, capabilities.connectionSettings != .refused else { return nil }
    return try await withoutTransaction { session in
      try session.withForeignKeysSuspended(true) { needsCheck in
        guard needsCheck else { return nil }
        return try session.transaction(.immediate) {
          let result = try body(session)
          try session.requireForeignKeys(behind: "the change")
          return result
        }
      }
    }
  }
}
