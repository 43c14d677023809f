internal import Quarry

/// A coding of a column, with values to try it.
protocol CodedSample: Sendable {
  /// The Swift type.
  associatedtype Value: SQLValueConvertible & Hashable where Value.Unwrapped == Value
  /// The columns of the sample's table.
  static var columns: CodedColumns<Value> { get }
  /// Different values, in Swift's order.
  static var values: [Value] { get }
  /// What SQL can do with the stored values.
  static var abilities: CodedAbilities { get }
}

extension CodedSample {
  /// Returns the value at a position in the order. Positions after the last one start again.
  static func value(_ place: Int) -> Value { values[place % values.count] }

  /// Returns the position of a value in Swift's order.
  static func place(_ value: Value) -> Int { values.firstIndex(of: value) ?? -1 }

  /// The initial rows of every trial: repeated values, and missing ones.
  static var rows: [CodedRow<Self>] {
    let places: [(value: Int, other: Int, maybe: Int?)] = [
      (0, 1, nil), (1, 1, 1), (2, 0, 3), (3, 3, 0), (1, 2, nil), (0, 0, 0),
    ]
    return places.enumerated().map { index, place in
      CodedRow(
        id: Int64(index + 1), group: index % 2 == 0 ? "odd" : "even", value: value(place.value),
        other: value(place.other), maybe: place.maybe.map { value($0) })
    }
  }
}

/// What SQL can do with stored values.
struct CodedAbilities: OptionSet {
  let rawValue: Int
  /// The order is kept.
  static let order = CodedAbilities(rawValue: 1)
  /// A text of the stored value shows the value.
  static let readable = CodedAbilities(rawValue: 2)
  /// Sums are kept.
  static let sums = CodedAbilities(rawValue: 4)
  /// Date functions can read the stored value.
  static let dates = CodedAbilities(rawValue: 8)
  /// The values need a driver that supports blobs.
  static let blobs = CodedAbilities(rawValue: 16)
  /// The stored number is the number itself, so that it can be divided.
  static let quotients = CodedAbilities(rawValue: 32)
}

/// The columns of a sample's table: a key, a group, two columns that are never NULL and one that can be.
struct CodedColumns<Value: SQLValueConvertible>: Sendable where Value.Unwrapped == Value {
  let name: String
  let coding: SQLValueCoding<Value>?
  let id = SQLColumn<Int64>("id", primaryKey: .plain)
  let group = SQLColumn<String>("grp")
  let value: SQLColumn<Value>
  let other: SQLColumn<Value>
  let maybe: SQLColumn<Value?>
  let table: SQLTable

  init(_ name: String, coding: SQLValueCoding<Value>? = nil) {
    self.name = name
    self.coding = coding
    value = SQLColumn("value", coding: coding)
    other = SQLColumn("other", coding: coding)
    maybe = SQLColumn("maybe", coding: coding)
    table = SQLTable("coded_\(name)", id, group, value, other, maybe)
  }
}

/// A row of a sample's table.
struct CodedRow<Sample: CodedSample>: SQLCodable, Hashable {
  var id: Int64
  var group: String
  var value: Sample.Value
  var other: Sample.Value
  var maybe: Sample.Value?

  static var id: SQLColumn<Int64> { Sample.columns.id }
  static var group: SQLColumn<String> { Sample.columns.group }
  static var value: SQLColumn<Sample.Value> { Sample.columns.value }
  static var other: SQLColumn<Sample.Value> { Sample.columns.other }
  static var maybe: SQLColumn<Sample.Value?> { Sample.columns.maybe }
  static var table: SQLTable { Sample.columns.table }

  init(id: Int64, group: String, value: Sample.Value, other: Sample.Value, maybe: Sample.Value?) {
    self.id = id
    self.group = group
    self.value = value
    self.other = other
    self.maybe = maybe
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    group = try row[Self.group]
    value = try row[Self.value]
    other = try row[Self.other]
    maybe = try row[Self.maybe]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.group] = group
    row[Self.value] = value
    row[Self.other] = other
    row[Self.maybe] = maybe
  }
}

/// A sample's table in a database, for comparing SQL with Swift.
struct CodedTrial<Sample: CodedSample>: Sendable {
  typealias Row = CodedRow<Sample>

  let test: CaseContext
  let database: Database

  /// Creates the table with its rows. Returns `nil` if the driver doesn't support the values.
  init?(_ sample: Sample.Type, _ test: CaseContext, _ database: Database) async throws {
    guard !Sample.abilities.contains(.blobs) || test.section("codings in bytes", requires: .capability(.blobs)) else {
      return nil
    }
    self.test = test
    self.database = database
    try await database.run(SQLCreateTable(Row.table))
    try await reset()
  }

  /// Restores the rows.
  func reset() async throws {
    try await database.run(SQLDelete(Row.all))
    try await database.insert(Sample.rows)
  }

  /// Asserts the value of an expression in every row, or that it throws if the sample lacks an ability.
  func expect<Value: SQLValueConvertible & Equatable>(
    _ name: String, needing needed: CodedAbilities = [], _ expression: SQLExpression<Value>, _ value: (Row) -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    await expect(
      name, needing: needed, Row.order { $0.id }.select { _ in expression }, Sample.rows.map(value), file: file,
      line: line)
  }

  /// Asserts the rows of a query, or that it throws if the sample lacks an ability.
  func expect<Query: SQLFetchable>(
    _ name: String, needing needed: CodedAbilities = [], _ query: Query, _ rows: [Query.Row],
    file: StaticString = #fileID,
    line: UInt = #line
  ) async where Query.Row: Equatable {
    let message = "\(Sample.columns.name): \(name)"
    if Sample.abilities.isSuperset(of: needed) {
      await test.expectFetch(database, query, rows, message, file: file, line: line)
    } else {
      let database = database
      await test.expectRefusal(message, file: file, line: line) { try await database.fetchAll(query) }
    }
  }
}

extension CaseContext {
  /// Asserts that a query throws because of its codings, before any SQL is sent.
  func expectRefusal(
    _ message: String, file: StaticString = #fileID, line: UInt = #line,
    _ body: @Sendable () async throws -> some Any
  ) async {
    let error = await expectError(.invalidQuery, message, file: file, line: line, body)
    if let error {
      expect(
        error.engineCode == nil && error.outcome == .notApplied, "\(message): refused before anything is sent",
        file: file, line: line)
    }
  }
}
