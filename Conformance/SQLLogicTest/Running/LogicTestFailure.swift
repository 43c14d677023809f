/// A record that did not do what its file says.
public struct LogicTestFailure: Sendable, Hashable {
  /// Where the record stands.
  public var location: LogicTestLocation
  /// What is wrong, in one line.
  public var reason: String
  /// The SQL that was run.
  public var sql: String
  /// What was to be.
  public var expected: [String]
  /// What was.
  public var actual: [String]

  /// Creates a failure.
  public init(location: LogicTestLocation, reason: String, sql: String, expected: [String], actual: [String]) {
    self.location = location
    self.reason = reason
    self.sql = sql
    self.expected = expected
    self.actual = actual
  }
}

/// What one file did on one database.
public struct LogicTestReport: Sendable, Hashable {
  /// The file, as it was named.
  public var file: String
  /// How many records did what the file says.
  public var passed = 0
  /// How many did not.
  public var failed = 0
  /// How many were not run: those for other engines, and those that are never run.
  public var skipped = 0
  /// The failures in order, the first thousand of them.
  public var failures: [LogicTestFailure] = []

  /// How many failures are kept.
  static let keptFailures = 1000

  /// Creates an empty report.
  public init(file: String) { self.file = file }

  /// How many records there were.
  public var total: Int { passed + failed + skipped }

  mutating func fail(_ failure: LogicTestFailure) {
    failed += 1
    if failures.count < Self.keptFailures { failures.append(failure) }
  }
}
