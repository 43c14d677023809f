internal import Quarry

/// Steps through the records of a file: says what to run next, and judges the outcome.
///
/// It doesn't access a database, so the same rules apply to every way of running statements.
struct LogicTestState: Sendable {
  /// What to run.
  enum Step: Sendable {
    case statement(String)
    case query(RenderedQuery)
    case pause(Duration)
  }

  /// The outcome of a step.
  enum Outcome: Sendable {
    case finished(changedRows: Int64)
    case rows([[String]])
    case failed(String, Cause)
  }

  /// The cause of an error.
  enum Cause: Sendable {
    /// The engine rejected the statement.
    case statement
    /// The statement failed while it ran.
    case running
    /// The engine couldn't be asked, or its answer was lost.
    case outside
  }

  private let records: [LogicTestRecord]
  private let names: Set<String>
  private let onlyLine: LogicTestLocation?
  private var position = 0
  private var sort = LogicTestSort.none
  private var hashThreshold = 0
  private var labels: [String: (digest: ResultDigest, location: LogicTestLocation)] = [:]
  private(set) var report: LogicTestReport

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - file: The name and the records.
  ///   - names: The engine's names in lower case.
  ///   - onlyLine: The record whose outcome counts. The run ends after it.
  init(_ file: LogicTestFile, names: Set<String>, onlyLine: Int?) {
    records = file.records
    self.names = names
    self.onlyLine = onlyLine.map { LogicTestLocation(file: file.name, line: $0) }
    report = LogicTestReport(file: file.name)
  }

  /// Returns the next step, or `nil` at the end.
  mutating func next() -> Step? {
    while position < records.count {
      let record = records[position]
      guard record.conditions.allSatisfy({ $0.holds(for: names) }) else {
        if counts(record) && record.kind.isCounted { report.skipped += 1 }
        if onlyLine == record.location { return nil }
        position += 1
        continue
      }
      switch record.kind {
      case .statement(let sql, _): return .statement(sql)
      case .query(let query): return .query(RenderedQuery(sql: query.sql, types: query.types))
      case .pause(let duration):
        position += 1
        return .pause(duration)
      case .hashThreshold(let number): hashThreshold = number
      case .defaultSort(let mode): sort = mode
      case .ignored: if counts(record) { report.skipped += 1 }
      case .halt: return nil
      }
      position += 1
    }
    return nil
  }

  /// Judges the outcome of the step that ``next()`` returned.
  mutating func take(_ outcome: Outcome) {
    guard position < records.count else { return }
    let record = records[position]
    let failure = judge(record, outcome)
    if counts(record) {
      if let failure { report.fail(failure) } else { report.passed += 1 }
    }
    position = onlyLine == record.location ? records.count : position + 1
  }

  private func counts(_ record: LogicTestRecord) -> Bool { onlyLine.map { $0 == record.location } ?? true }

  private mutating func judge(_ record: LogicTestRecord, _ outcome: Outcome) -> LogicTestFailure? {
    switch record.kind {
    case .statement(let sql, let expectation): judge(sql, expectation, outcome, record.location)
    case .query(let query): judge(query, outcome, record.location)
    default: nil
    }
  }

  private func judge(
    _ sql: String, _ expectation: LogicTestStatementExpectation, _ outcome: Outcome, _ location: LogicTestLocation
  ) -> LogicTestFailure? {
    func failure(_ reason: String, _ expected: String, _ actual: String) -> LogicTestFailure {
      LogicTestFailure(location: location, reason: reason, sql: sql, expected: [expected], actual: [actual])
    }
    switch (expectation, outcome) {
    case (.success, .failed(let message, _)), (.count, .failed(let message, _)):
      return failure("the statement failed", "success", message)
    case (.count(let count), .finished(let changed)) where changed != count:
      return failure("the number of changed rows differs", "\(count) rows", "\(changed) rows")
    case (.failure, .failed(let message, .outside)):
      return failure("the database couldn't be asked", "an error of the statement", message)
    case (.failure(let wanted?), .failed(let message, _)):
      if ErrorText.matches(message, wanted) { return nil }
      return failure("the statement failed with another message", wanted, message)
    case (.failure(let wanted), .finished), (.failure(let wanted), .rows):
      return failure("the statement succeeded, but should fail", wanted ?? "an error", "success")
    default: return nil
    }
  }

  private mutating func judge(
    _ query: LogicTestQuery, _ outcome: Outcome, _ location: LogicTestLocation
  ) -> LogicTestFailure? {
    let expected =
      switch query.expected {
      case .values(let values): values
      case .digest(let count, let sum): ["\(count) values hashing to \(sum)"]
      case nil: ["the result of the label \(query.label ?? "")"]
      }
    func failure(_ reason: String, _ actual: [String], _ other: [String]? = nil) -> LogicTestFailure {
      LogicTestFailure(
        location: location, reason: reason, sql: query.sql, expected: other ?? expected, actual: actual)
    }
    let rows: [[String]]
    switch outcome {
    // The rules of the format: an error while rows are read ends the result, here before its first row.
    case .failed(_, .running) where query.expected == .values([]): rows = []
    case .failed(let message, _): return failure("the query failed", [message])
    case .finished: rows = []
    case .rows(let found): rows = found
    }
    if let row = rows.first, row.count != query.types.count {
      return failure(
        "the number of columns differs", ["\(row.count) columns, the first row: \(row.joined(separator: " | "))"],
        ["\(query.types.count) columns"])
    }
    let values = Self.values(rows, query.sort ?? sort)
    var known: ResultDigest?
    func digest() -> ResultDigest {
      if let known { return known }
      let made = ResultDigest(values)
      known = made
      return made
    }
    func shown() -> [String] { hashThreshold > 0 && values.count > hashThreshold ? [digest().line] : values }
    switch query.expected {
    case .values(let wanted) where wanted != values:
      return failure(Self.difference(wanted, values), values)
    case .digest(let count, _) where count != values.count:
      return failure("the number of values differs", shown() == values ? [digest().line] + values : shown())
    case .digest(_, let sum) where sum != digest().hexadecimal:
      return failure("the digest of the values differs", [digest().line])
    default: break
    }
    guard let label = query.label else { return nil }
    if let first = labels[label] {
      guard first.digest != digest() else { return nil }
      return failure(
        "the result differs from that of the label \(label) at \(first.location)", shown(), [first.digest.line])
    }
    labels[label] = (digest(), location)
    return nil
  }

  private static func values(_ rows: [[String]], _ sort: LogicTestSort) -> [String] {
    switch sort {
    case .none: return rows.flatMap { $0 }
    // All values are ASCII, whose order is that of the bytes.
    case .rows: return rows.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    case .values: return rows.flatMap { $0 }.sorted()
    }
  }

  private static func difference(_ expected: [String], _ actual: [String]) -> String {
    guard expected.count == actual.count else {
      return "the result has \(actual.count) values instead of \(expected.count)"
    }
    let index = zip(expected, actual).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
    return "value \(index + 1) of \(expected.count) differs"
  }
}

extension LogicTestRecord.Kind {
  /// Whether the record is one that passes, fails or is skipped; the others only say how the file is run.
  fileprivate var isCounted: Bool {
    switch self {
    case .statement, .query, .ignored: true
    default: false
    }
  }
}
