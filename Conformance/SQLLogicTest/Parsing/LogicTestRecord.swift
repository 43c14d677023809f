/// A record of a sqllogictest file: what to run, its location, and the engines that it applies to.
///
/// Source of the format: <https://sqlite.org/sqllogictest/doc/trunk/about.wiki>.
public struct LogicTestRecord: Sendable, Hashable {
  /// Where the record begins.
  public var location: LogicTestLocation
  /// The conditions on the engine's names, all of which must hold for the record to apply.
  public var conditions: [LogicTestCondition]
  /// The kind of the record.
  public var kind: Kind

  /// Creates a record.
  public init(location: LogicTestLocation, conditions: [LogicTestCondition] = [], kind: Kind) {
    self.location = location
    self.conditions = conditions
    self.kind = kind
  }

  /// The kind of a record.
  public enum Kind: Sendable, Hashable {
    /// SQL whose rows are ignored.
    case statement(sql: String, LogicTestStatementExpectation)
    /// SQL whose rows are compared.
    case query(LogicTestQuery)
    /// The number of values from which a result is shown as its digest; 0 for never.
    case hashThreshold(Int)
    /// The sorting of queries that don't define their own.
    case defaultSort(LogicTestSort)
    /// Waits.
    case pause(Duration)
    /// Ends the file.
    case halt
    /// A known record that isn't run, with the reason.
    case ignored(reason: String)
  }
}

/// A location in a file.
public struct LogicTestLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Creates a location.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The location as `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// A condition on the engine of a record.
public enum LogicTestCondition: Sendable, Hashable {
  /// Any engine except the one with this name.
  case skipIf(String)
  /// Only the engine with this name.
  case onlyIf(String)

  /// Whether the condition holds for an engine with these names, in lower case.
  public func holds(for names: Set<String>) -> Bool {
    switch self {
    case .skipIf(let name): !names.contains(name.lowercased())
    case .onlyIf(let name): names.contains(name.lowercased())
    }
  }
}

/// The expected outcome of a statement.
public enum LogicTestStatementExpectation: Sendable, Hashable {
  /// The statement succeeds.
  case success
  /// The statement succeeds and changes this number of rows.
  case count(Int64)
  /// The statement fails. If there is a text, the message contains it or matches it as a regular expression.
  case failure(String?)
}

/// How values are sorted before the comparison.
public enum LogicTestSort: String, Sendable, Hashable, CaseIterable {
  /// Not sorted: the engine's order counts.
  case none = "nosort"
  /// Row by row.
  case rows = "rowsort"
  /// All values, regardless of their row.
  case values = "valuesort"
}

/// How the values of a column are formatted.
public enum LogicTestValueType: Character, Sendable, Hashable, CaseIterable {
  /// As text.
  case text = "T"
  /// As an integer.
  case integer = "I"
  /// With three decimal places.
  case real = "R"
}

/// A query with its expected result.
public struct LogicTestQuery: Sendable, Hashable {
  /// The SQL.
  public var sql: String
  /// The type of each column.
  public var types: [LogicTestValueType]
  /// How values are sorted; `nil` for the file's default.
  public var sort: LogicTestSort?
  /// Queries of a file with the same label have equal results.
  public var label: String?
  /// The expected result; `nil` if only the label counts.
  public var expected: Expected?

  /// The expected result of a query.
  public enum Expected: Sendable, Hashable {
    /// These values, row by row.
    case values([String])
    /// This number of values with this MD5 digest, in lower case.
    case digest(count: Int, String)
  }

  /// Creates a query.
  public init(
    sql: String, types: [LogicTestValueType], sort: LogicTestSort? = nil, label: String? = nil, expected: Expected?
  ) {
    self.sql = sql
    self.types = types
    self.sort = sort
    self.label = label
    self.expected = expected
  }
}
