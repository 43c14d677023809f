/// One record of a sqllogictest file: what to run, where it stands, and on which engines it counts.
///
/// Source of the format: <https://sqlite.org/sqllogictest/doc/trunk/about.wiki>.
public struct LogicTestRecord: Sendable, Hashable {
  /// Where the record begins.
  public var location: LogicTestLocation
  /// What must hold of the engine's names for the record to count; all of them.
  public var conditions: [LogicTestCondition]
  /// What the record asks for.
  public var kind: Kind

  /// Creates a record.
  public init(location: LogicTestLocation, conditions: [LogicTestCondition] = [], kind: Kind) {
    self.location = location
    self.conditions = conditions
    self.kind = kind
  }

  /// What a record asks for.
  public enum Kind: Sendable, Hashable {
    /// SQL whose rows do not matter.
    case statement(sql: String, LogicTestStatementExpectation)
    /// SQL whose rows are compared.
    case query(LogicTestQuery)
    /// From how many values on a result is shown as its sum; 0 for never.
    case hashThreshold(Int)
    /// How queries are sorted that do not say so themselves.
    case defaultSort(LogicTestSort)
    /// Waits.
    case pause(Duration)
    /// Ends the file.
    case halt
    /// A record that is known and not run, for a reason.
    case ignored(reason: String)
  }
}

/// A place in a file.
public struct LogicTestLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, from 1.
  public var line: Int

  /// Creates a place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The place as `file:line`.
  public var description: String { "\(file):\(line)" }
}

/// Whether a record counts on an engine.
public enum LogicTestCondition: Sendable, Hashable {
  /// Not on the engine of this name.
  case skipIf(String)
  /// Only on the engine of this name.
  case onlyIf(String)

  /// Whether the condition holds for an engine with these names, which are in lower case.
  public func holds(for names: Set<String>) -> Bool {
    switch self {
    case .skipIf(let name): !names.contains(name.lowercased())
    case .onlyIf(let name): names.contains(name.lowercased())
    }
  }
}

/// What a statement is to do.
public enum LogicTestStatementExpectation: Sendable, Hashable {
  /// To succeed.
  case success
  /// To succeed and change so many rows.
  case count(Int64)
  /// To fail; with a message, where one is given, that holds this text or matches it as a regular expression.
  case failure(String?)
}

/// How values are sorted before they are compared.
public enum LogicTestSort: String, Sendable, Hashable, CaseIterable {
  /// Not at all: the order of the engine counts.
  case none = "nosort"
  /// Row by row.
  case rows = "rowsort"
  /// All values, whatever their row.
  case values = "valuesort"
}

/// How the values of a column are written.
public enum LogicTestValueType: Character, Sendable, Hashable, CaseIterable {
  /// As text.
  case text = "T"
  /// As an integer.
  case integer = "I"
  /// With three decimal places.
  case real = "R"
}

/// A query with what it is to give.
public struct LogicTestQuery: Sendable, Hashable {
  /// The SQL.
  public var sql: String
  /// The type of each column.
  public var types: [LogicTestValueType]
  /// How values are sorted; nil for the file's default.
  public var sort: LogicTestSort?
  /// Queries of a file with the same label have equal results.
  public var label: String?
  /// What it is to give; nil when only its label counts.
  public var expected: Expected?

  /// What a query is to give.
  public enum Expected: Sendable, Hashable {
    /// These values, row by row.
    case values([String])
    /// So many values with this MD5 sum, in lower case.
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
