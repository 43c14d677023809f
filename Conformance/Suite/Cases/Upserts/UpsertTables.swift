import Quarry

/// A row of `stock`: a key, a unique code, and an amount.
struct Stock: SQLCodable {
  var id: Int64
  var code: String
  var amount: Int64?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let code = SQLColumn<String>("code", unique: true)
  static let amount = SQLColumn<Int64?>("amount")
  static let table = SQLTable("stock", id, code, amount)
  init(_ id: Int64, _ code: String, _ amount: Int64?) {
    self.id = id
    self.code = code
    self.amount = amount
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    code = try row[Self.code]
    amount = try row[Self.amount]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.code] = code
    row[Self.amount] = amount
  }
  var values: [SQLValue] { [.integer(id), .text(code), amount.map { .integer($0) } ?? .null] }
}

/// A row of `delivery`, which changes stocks.
struct Delivery: SQLDecodable {
  static let code = SQLColumn<String>("code")
  static let amount = SQLColumn<Int64?>("amount")
  static let table = SQLTable("delivery", code, amount)
  init(row: inout SQLRowReader<Self>) throws { _ = (try row[Self.code], try row[Self.amount]) }
}

extension CaseContext {
  /// A database with three stocks and some deliveries.
  func stockDatabase() async throws -> Database {
    let database = try await database()
    try await database.batch { batch in
      batch.execute("CREATE TABLE stock (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, amount INTEGER)")
      batch.execute("INSERT INTO stock VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', NULL)")
      batch.execute("CREATE TABLE delivery (code TEXT, amount INTEGER)")
      batch.execute("INSERT INTO delivery VALUES ('a', 5), ('b', 7), ('z', 9)")
    }
    return database
  }

  /// Restores the three stocks.
  func resetStocks(_ database: Database) async throws {
    try await database.batch { batch in
      batch.execute("DELETE FROM stock")
      batch.execute("INSERT INTO stock VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', NULL)")
    }
  }

  /// Asserts the content of the table of stocks.
  func expectStocks(
    _ database: Database, _ rows: [[SQLValue]], _ message: String = "the stocks", file: StaticString = #fileID,
    line: UInt = #line
  ) async {
    await expectRows(
      database, "SELECT id, code, amount FROM stock ORDER BY id", rows, message, file: file, line: line)
  }
}
