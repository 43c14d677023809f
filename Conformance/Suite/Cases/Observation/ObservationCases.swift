import Quarry

/// Observation: values that follow commits, regardless of who made them.
enum ObservationCases: CaseList {
  static let cases: [ConformanceCase] =
    values + unusualChanges + consistency + pace + ends + sharing + others + costs

  /// The schema of most cases: a table of two rows and another table.
  static let schema = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)",
    "CREATE TABLE other (id INTEGER PRIMARY KEY, n INTEGER)",
    "INSERT INTO t VALUES (1, 10, 100), (2, 20, 200)",
    "INSERT INTO other VALUES (1, 1)",
  ]

  /// The observed column.
  static let column = ("SELECT a FROM t ORDER BY id" as SQLFragment).values(Int64.self)
}

extension CaseContext {
  /// Returns the values of an observation, one on each request, in the way under test.
  func observe<Value: Sendable>(_ observation: DatabaseObservation<Value>) -> ObservedValues<Value> {
    ObservedValues(observation, (driver as? any ObservingDriverUnderTest)?.observationDefect)
  }

  /// Asserts the next value of an observation, which must arrive within some seconds.
  @discardableResult
  func expectNext<Value: Equatable & Sendable>(
    _ values: ObservedValues<Value>, _ expected: Value, _ message: @autoclosure () -> String,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    await expectAsked(values.ask(), expected, message(), file: file, line: line)
  }

  /// Asserts a value that was asked for.
  @discardableResult
  func expectAsked<Value: Equatable & Sendable>(
    _ asked: AskedValue<Value>, _ expected: Value, _ message: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
  ) async -> Bool {
    switch await asked.result(within: .seconds(8)) {
    case .success(let value?): return expectEqual(value, expected, message(), file: file, line: line)
    case .success(nil): fail(message(), expected: "\(expected)", actual: "the end", file: file, line: line)
    case .failure(let error):
      if setAside(error) { return false }
      fail(message(), expected: "\(expected)", actual: "\(error)", file: file, line: line)
    case nil: fail(message(), expected: "\(expected)", actual: "nothing comes", file: file, line: line)
    }
    return false
  }
}
