public import Quarry

extension CaseContext {
  /// Evaluates several expressions in one statement, and asserts the value of each: one assertion per expression.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - source: The text after the expressions, such as `FROM t`. It must have one row.
  ///   - expected: The expressions and their values.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  public func expectExpressions(
    _ executor: some SQLExecutor, from source: String = "", _ expected: KeyValuePairs<String, SQLValue>,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    let expected = expected.filter { pair in
      if case .blob = pair.value { profile.capabilities.blobs } else { true }
    }
    let sql = "SELECT " + expected.map(\.key).joined(separator: ", ") + " " + source
    do {
      let rows = try await executor.fetchAll(SQLFragment(raw: sql).rows())
      let values = rows.first?.values ?? []
      for (index, pair) in expected.enumerated() {
        let actual = values.indices.contains(index) ? values[index] : nil as SQLValue?
        expectIdentical(actual, pair.value, "SELECT \(pair.key) \(source)", file: file, line: line)
      }
    } catch {
      if setAside(error) { return }
      for pair in expected {
        fail(
          "SELECT \(pair.key) \(source)", expected: pair.value.exactDescription, actual: "error: \(error)", file: file,
          line: line)
      }
    }
  }

  /// Runs a typed query and asserts its values in their stored form. One assertion.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - query: The query.
  ///   - expected: What is expected.
  ///   - message: What is being tested.
  ///   - sorted: Whether the order of the rows is ignored. Both sides are then sorted.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  @discardableResult
  public func expectRows<each Output: SQLValueConvertible>(
    _ executor: some SQLExecutor, query: SQLProjection<(repeat each Output)>, _ expected: [[SQLValue]],
    _ message: @autoclosure () -> String = "the typed query returns the recorded rows", sorted: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    await expectRows(expected, sorted, message, file, line) {
      var rows: [[SQLValue]] = []
      for row in try await executor.fetchAll(query) {
        var values: [SQLValue] = []
        for value in repeat each row { values.append(try value.sqlValue()) }
        rows.append(values)
      }
      return rows
    }
  }

  /// Runs a typed query with one column and asserts its values. One assertion.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - query: The query.
  ///   - expected: What is expected.
  ///   - message: What is being tested.
  ///   - sorted: Whether the order of the rows is ignored. Both sides are then sorted.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  @discardableResult
  public func expectRows<Output: SQLValueConvertible>(
    _ executor: some SQLExecutor, query: SQLProjection<Output>, _ expected: [[SQLValue]],
    _ message: @autoclosure () -> String = "the typed query returns the recorded rows", sorted: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    await expectRows(expected, sorted, message, file, line) {
      try await executor.fetchAll(query).map { [try $0.sqlValue()] }
    }
  }

  /// Runs a typed query whose rows are mapped to plain values, and asserts them. One assertion.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - query: The query.
  ///   - expected: What is expected.
  ///   - message: What is being tested.
  ///   - sorted: Whether the order of the rows is ignored. Both sides are then sorted.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  @discardableResult
  public func expectRows(
    _ executor: some SQLExecutor, mapped query: some SQLFetchable<[SQLValue]>, _ expected: [[SQLValue]],
    _ message: @autoclosure () -> String = "the typed query returns the recorded rows", sorted: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    await expectRows(expected, sorted, message, file, line) { try await executor.fetchAll(query) }
  }

  /// Runs a command that returns rows, and asserts them in their stored form. One assertion.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - command: The command, such as an insert with RETURNING.
  ///   - expected: What is expected.
  ///   - message: What is being tested.
  ///   - sorted: Whether the order of the rows is ignored. Both sides are then sorted.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  ///   - values: Returns the plain values of a row.
  @discardableResult
  public func expectRows<Row: Sendable, Command: SQLCommand>(
    _ executor: some SQLExecutor, command: Command, _ expected: [[SQLValue]],
    _ message: @autoclosure () -> String = "the command returns the recorded rows", sorted: Bool = false,
    file: StaticString = #fileID, line: UInt = #line, _ values: (Row) throws -> [SQLValue]
  ) async -> Bool where Command.Output == [Row] {
    await expectRows(expected, sorted, message, file, line) { try await executor.run(command).map(values) }
  }

  private func expectRows(
    _ expected: [[SQLValue]], _ sorted: Bool, _ message: () -> String, _ file: StaticString, _ line: UInt,
    _ fetch: () async throws -> [[SQLValue]]
  ) async -> Bool {
    do {
      let rows = try await fetch()
      let (left, right) = sorted ? (rows.sortedForComparison, expected.sortedForComparison) : (rows, expected)
      return expectIdentical(left, right, message(), file: file, line: line)
    } catch {
      if setAside(error) { return false }
      fail(message(), expected: expected.exactDescription, actual: "error: \(error)", file: file, line: line)
      return false
    }
  }

  /// Runs statements one after another. Not an assertion.
  ///
  /// - Throws: The error of the first failing statement.
  public func run(_ executor: some SQLExecutor, _ statements: String...) async throws {
    for statement in statements { _ = try await executor.execute(SQLFragment(raw: statement)) }
  }
}

/// Returns the values of a row in their stored form, for comparing rows of typed queries with recorded ones.
///
/// - Throws: The error of a value that can't be stored.
public func plainValues(_ values: any SQLValueConvertible...) throws -> [SQLValue] {
  try values.map { try $0.sqlValue() }
}
