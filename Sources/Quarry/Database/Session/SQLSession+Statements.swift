extension SQLSession {
  /// A statement for the text, from the cache or prepared now; nil when the text holds no statement.
  ///
  /// - Throws: `.multipleStatements` when something follows the first statement.
  func statement(for sql: String) throws(DatabaseError) -> SessionStatement? {
    if let statement = cache.idleStatement(for: sql) { return statement }
    guard let statement = try uncachedStatement(for: sql) else { return nil }
    if statement.isReusable {
      for evicted in cache.insert(statement) where evicted !== statement { evicted.finalize() }
    }
    return statement
  }

  /// A statement of its own for the text; nil when the text holds no statement.
  func uncachedStatement(for sql: String) throws(DatabaseError) -> SessionStatement? {
    guard let prepared = try connection.prepare(sql) else { return nil }
    if prepared.byteCount < sql.utf8.count {
      let rest = String(decoding: Array(sql.utf8.dropFirst(prepared.byteCount)), as: UTF8.self)
      if try holdsStatement(rest) {
        prepared.statement.finalize()
        throw DatabaseError(
          .multipleStatements,
          "the text holds more than one statement; run it as a script, or one statement at a time", sql: sql)
      }
    }
    return prepared.statement
  }

  private func holdsStatement(_ rest: String) throws(DatabaseError) -> Bool {
    if rest.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: ";") }) { return false }
    do {
      guard let next = try connection.prepare(rest) else { return false }
      next.statement.finalize()
      return true
    } catch {
      return true
    }
  }

  /// Refuses statements that write where only reading is allowed.
  func requirePermission(for statement: SessionStatement) throws(DatabaseError) {
    guard isReadOnly, !statement.isReadOnly else { return }
    throw DatabaseError(.readOnly, "a read body cannot write; use write", sql: statement.sql)
  }

  /// Ends an execution and keeps or frees the statement.
  @usableFromInline func end(_ statement: SessionStatement) {
    statement.reset()
    statement.isBusy = false
    if !cache.contains(statement) { statement.finalize() }
  }

  /// Starts a statement with its values.
  ///
  /// - Returns: the running statement; give it to ``end(_:)``.
  @usableFromInline func begin(_ fragment: SQLFragment) throws(DatabaseError) -> SessionStatement {
    try requireUsable()
    try requireOwnTransaction()
    if let error = fragment.conversionError {
      throw DatabaseError(.valueOutOfRange, "a bound value: \(error)", sql: fragment.sql, underlying: error)
    }
    if checksCancellation && Task.isCancelled {
      throw DatabaseError(.interrupted, "the task was cancelled before the statement started", sql: fragment.sql)
    }
    guard let statement = try statement(for: fragment.sql) else { throw .emptyStatement(fragment.sql) }
    do throws(DatabaseError) {
      try check(fragment.values.count, of: statement)
      try requirePermission(for: statement)
      try context.capabilities.requireCarriable(fragment.values, sql: fragment.sql)
      try statement.start(fragment.values)
    } catch {
      end(statement)
      throw error
    }
    statement.isBusy = true
    return statement
  }

  /// Starts a statement with values that depend on its description.
  ///
  /// - Returns: the running statement; give it to ``end(_:)``.
  func begin(_ sql: String, _ values: (StatementDescription) throws -> [SQLValue]) throws -> SessionStatement {
    try requireUsable()
    if checksCancellation && Task.isCancelled {
      throw DatabaseError(.interrupted, "the task was cancelled before the statement started", sql: sql)
    }
    guard let statement = try statement(for: sql) else { throw DatabaseError.emptyStatement(sql) }
    do {
      let values = try values(StatementDescription(statement))
      try check(values.count, of: statement)
      if isReadOnly && !statement.isReadOnly {
        throw DatabaseError(.readOnly, "a read body cannot write; use write", sql: sql)
      }
      try statement.start(values)
    } catch {
      end(statement)
      throw error
    }
    statement.isBusy = true
    return statement
  }

  private func check(_ count: Int, of statement: SessionStatement) throws(DatabaseError) {
    let wanted = statement.parameterCount
    guard count != wanted else { return }
    throw DatabaseError(
      count < wanted ? .missingParameter : .extraParameter,
      "the statement has \(wanted) parameters and got \(count) values", sql: statement.sql)
  }

  /// Steps a running statement once into an empty batch.
  @usableFromInline func step(
    _ statement: SessionStatement, into batch: SQLRowBatch, limit: Int
  ) throws(DatabaseError) -> StepResult {
    batch.columns = statement.columns
    batch.removeAllRows(columnCount: batch.columns.count)
    do throws(DatabaseError) {
      let result = try statement.step(into: batch, limit: limit)
      // The first step prepares the statement anew when the schema has changed, with other columns perhaps.
      batch.columns = statement.columns
      if let defect = batch.defect { throw DatabaseError(.engineInternal, defect, sql: statement.sql) }
      return result
    } catch {
      var error = error
      error.isTransactionOpen = connection.transactionStatus == .active
      throw error
    }
  }

  /// Runs a statement to its end and hands over its rows batch by batch.
  ///
  /// - Parameter body: takes a batch; answers false to stop early.
  @usableFromInline func run(
    _ fragment: SQLFragment, limit: Int = SQLSession.batchRows, _ body: (SQLRowBatch) throws -> Bool
  ) throws -> StatementResult {
    let statement = try begin(fragment)
    let batch = takeBatch()
    defer {
      end(statement)
      giveBack(batch)
    }
    while true {
      let result: StepResult
      do throws(DatabaseError) {
        result = try step(statement, into: batch, limit: limit)
      } catch {
        // The rows before the error are delivered first.
        if batch.rowCount > 0 { _ = try body(batch) }
        throw error
      }
      if batch.rowCount > 0, try !body(batch) { return StatementResult(affectedRows: 0, lastInsertedRowID: 0) }
      if case .done(let result) = result { return result }
    }
  }

  /// Runs a statement to its end and drops its rows.
  func runWithoutRows(_ fragment: SQLFragment) throws(DatabaseError) -> StatementResult {
    do {
      return try run(fragment) { _ in true }
    } catch let error as DatabaseError {
      throw error
    } catch {
      throw DatabaseError(.engineInternal, "a statement failed in an unexpected way", underlying: error)
    }
  }
}

extension DatabaseError {
  /// The refusal of a text that holds nothing but blanks and comments.
  static func emptyStatement(_ sql: String) -> DatabaseError {
    DatabaseError(.emptyStatement, "the text holds no statement", sql: sql)
  }
}
