/// A record that failed.
public struct LogicTestFailure: Sendable, Hashable {
  /// The location of the record.
  public var location: LogicTestLocation
  /// The reason in one line.
  public var reason: String
  /// The SQL of the record.
  public var sql: String
  /// The expected result.
  public var expected: [String]
  /// The actual result.
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

/// The result of one file on one database.
public struct LogicTestReport: Sendable, Hashable {
  /// The name of the file.
  public var file: String
  /// The number of records that passed.
  public var passed = 0
  /// The number of records that failed.
  public var failed = 0
  /// The number of records that didn't run, because they are for other engines or never run.
  public var skipped = 0
  /// The first thousand failures, in order.
  public var failures: [LogicTestFailure] = []

  /// The largest number of failures to keep.
  static let keptFailures = 1000

  /// Creates an empty report.
  public init(file: String) { self.file = file }

  /// The number of records.
  public var total: Int { passed + failed + skipped }

  mutating func fail(_ failure: LogicTestFailure) {
    failed += 1
    if failures.count < Self.keptFailures { failures.append(failure) }
  }
}
