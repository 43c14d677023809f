extension SQLSession {
  /// Prepares a new connection.
  func run(_ setup: consuming ConnectionSetup) throws {
    var setup = setup
    while let statement = setup.statement {
      do {
        var first: SQLValue?
        _ = try run(statement) { batch in
          if first == nil, batch.columnCount > 0 { first = try? batch.cell(row: 0, column: 0).value() }
          return true
        }
        try requireIdle(after: statement)
        setup.finish(first)
      } catch {
        throw setup.failure(error)
      }
    }
  }
}
