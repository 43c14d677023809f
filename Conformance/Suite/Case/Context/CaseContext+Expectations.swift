public import Quarry

extension CaseContext {
  /// The largest number of failures to keep for one case.
  private static let maximumFailures = 20

  /// Counts an assertion and records it if it failed.
  private func assert(
    _ holds: Bool, _ message: () -> String, sql: String? = nil, expected: () -> String? = { nil },
    actual: () -> String? = { nil }, _ file: StaticString, _ line: UInt
  ) {
    record.withLock { record in
      record.assertions += 1
      guard !holds, record.failures.count < Self.maximumFailures else { return }
      record.failures.append(
        CaseFailure(
          step: record.assertions, message: message(), sql: sql, expected: expected(), actual: actual(),
          source: "\(file):\(line)"))
    }
  }

  /// Records a failure.
  public func fail(
    _ message: String, expected: String? = nil, actual: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    assert(false, { message }, expected: { expected }, actual: { actual }, file, line)
  }

  /// Asserts that a condition holds.
  @discardableResult
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    assert(condition, message, file, line)
    return condition
  }

  /// Asserts that a value isn't `nil`, and stops the case if it is.
  ///
  /// - Throws: An error that ends the case if the value is `nil`.
  public func require<Value>(
    _ value: Value?, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) throws -> Value {
    assert(value != nil, message, file, line)
    guard let value else { throw Stopped() }
    return value
  }

  /// Asserts that two values are equal.
  @discardableResult
  public func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ message: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Bool {
    assert(actual == expected, message, expected: { "\(expected)" }, actual: { "\(actual)" }, file, line)
    return actual == expected
  }

  /// Asserts that a value has a storage class and bits.
  @discardableResult
  public func expectIdentical(
    _ actual: SQLValue?, _ expected: SQLValue, _ message: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Bool {
    let holds = actual.map { carried([[$0]], for: [[expected]]).isIdentical(to: [[expected]]) } ?? false
    assert(
      holds, message, expected: { expected.exactDescription }, actual: { actual?.exactDescription ?? "no value" },
      file, line)
    return holds
  }

  /// Asserts that rows are equal in number, order, storage class and bits.
  @discardableResult
  public func expectIdentical(
    _ actual: [[SQLValue]], _ expected: [[SQLValue]], _ message: @autoclosure () -> String, sql: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Bool {
    let holds = carried(actual, for: expected).isIdentical(to: expected)
    assert(
      holds, message, sql: sql, expected: { expected.exactDescription }, actual: { actual.exactDescription },
      file, line)
    return holds
  }

  /// Returns what was read. Integers are replaced by equal whole reals if the driver declares that it returns integers
  /// for them. Any other difference stays.
  private func carried(_ actual: [[SQLValue]], for expected: [[SQLValue]]) -> [[SQLValue]] {
    guard !profile.capabilities.wholeReals, actual.count == expected.count else { return actual }
    return zip(actual, expected).map { actual, expected in
      guard actual.count == expected.count else { return actual }
      return zip(actual, expected).map { actual, expected in
        guard case .integer(let integer) = actual, case .real(let real) = expected, Int64(exactly: real) == integer
        else { return actual }
        return expected
      }
    }
  }

  // MARK: - SQL

  /// Runs a text and asserts its rows. This is exactly one assertion.
  ///
  /// - Parameters:
  ///   - executor: The database or transaction.
  ///   - fragment: The SQL text.
  ///   - expected: What is expected.
  ///   - message: What is being tested.
  ///   - sorted: Whether the order of the rows is ignored. Both sides are then sorted.
  ///   - file: The file of the expectation.
  ///   - line: The line of the expectation.
  @discardableResult
  public func expectRows(
    _ executor: some SQLExecutor, _ fragment: SQLFragment, _ expected: [[SQLValue]],
    _ message: @autoclosure () -> String = "the rows are as recorded", sorted: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    do {
      let rows = try await executor.fetchAll(fragment.rows()).map(\.values)
      let (left, right) = sorted ? (rows.sortedForComparison, expected.sortedForComparison) : (rows, expected)
      return expectIdentical(left, right, message(), sql: fragment.sql, file: file, line: line)
    } catch {
      if setAside(error) { return false }
      assert(
        false, message, sql: fragment.sql, expected: { expected.exactDescription }, actual: { "error: \(error)" },
        file, line)
      return false
    }
  }

  /// Runs a text and asserts the first value of its first row.
  @discardableResult
  public func expectValue(
    _ executor: some SQLExecutor, _ fragment: SQLFragment, _ expected: SQLValue,
    _ message: @autoclosure () -> String = "the value is as recorded", file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    await expectRows(executor, fragment, [[expected]], message(), file: file, line: line)
  }

  /// Runs a query and asserts its rows.
  @discardableResult
  public func expectFetch<Query: SQLFetchable>(
    _ executor: some SQLExecutor, _ query: Query, _ expected: [Query.Row], _ message: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool where Query.Row: Equatable {
    do {
      return expectEqual(try await executor.fetchAll(query), expected, message(), file: file, line: line)
    } catch {
      if setAside(error) { return false }
      assert(false, message, expected: { "\(expected)" }, actual: { "error: \(error)" }, file, line)
      return false
    }
  }
}

extension [[SQLValue]] {
  /// The rows in an order that doesn't depend on their origin.
  package var sortedForComparison: [[SQLValue]] {
    map { (key: $0.map(\.exactDescription).joined(separator: "\u{1}"), row: $0) }
      .sorted { $0.key < $1.key }.map(\.row)
  }
}
