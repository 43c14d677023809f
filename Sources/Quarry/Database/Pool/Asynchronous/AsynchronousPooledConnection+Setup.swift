extension AsynchronousPooledConnection {
  /// Prepares a new connection.
  func run(_ setup: ConnectionSetup) async throws {
    guard setup.statement != nil else { return }
    try await cancellable { me in
      var setup = setup
      while let statement = setup.statement {
        do {
          var first: SQLValue?
          _ = try await me.run(statement) { batch in
            if first == nil, batch.columnCount > 0 { first = try? batch.cell(row: 0, column: 0).value() }
            return true
          }
          try await me.requireIdle(after: statement)
          setup.finish(first)
        } catch {
          throw setup.failure(error)
        }
      }
    }
  }
}
