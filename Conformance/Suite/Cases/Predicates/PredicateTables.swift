import Quarry

/// The results of operators for the ten operands on both sides, according to the documentation of comparisons and
/// three-valued logic, and confirmed by the reference engine. One line for each left side; `-` is NULL.
enum PredicateTables {
  static let equal =
    "---------- -100000000 -010000000 -001000000 -000100000 -000010000 -000001000 -000000100 -000000010 -000000001"
  static let notEqual =
    "---------- -011111111 -101111111 -110111111 -111011111 -111101111 -111110111 -111111011 -111111101 -111111110"
  static let less =
    "---------- -010111111 -000111111 -110111111 -000011111 -000001111 -000000011 -000001011 -000000001 -000000000"
  static let lessOrEqual =
    "---------- -110111111 -010111111 -111111111 -000111111 -000011111 -000001011 -000001111 -000000011 -000000001"
  static let greater =
    "---------- -001000000 -101000000 -000000000 -111000000 -111100000 -111110100 -111110000 -111111100 -111111110"
  static let greaterOrEqual =
    "---------- -101000000 -111000000 -001000000 -111100000 -111110000 -111111100 -111110100 -111111110 -111111111"
  static let identical =
    "1000000000 0100000000 0010000000 0001000000 0000100000 0000010000 0000001000 0000000100 0000000010 0000000001"
  static let notIdentical =
    "0111111111 1011111111 1101111111 1110111111 1111011111 1111101111 1111110111 1111111011 1111111101 1111111110"
  static let and =
    "-0---00-00 0000000000 -011100100 -011100100 -011100100 0000000000 0000000000 -011100100 0000000000 0000000000"
  static let or =
    "--111--1-- -011100100 1111111111 1111111111 1111111111 -011100100 -011100100 1111111111 -011100100 -011100100"
  /// LIKE and GLOB, without the rows and columns of the two blobs.
  static let pattern = "-------- -1000000 -0100001 -0010000 -0001000 -0000100 -0000010 -0100001"

  /// Returns the cells of a table, from the upper left corner.
  static func cells(_ table: String) -> [SQLValue] {
    table.filter { $0 != " " }.map { $0 == "-" ? .null : $0 == "1" ? 1 : 0 }
  }
}

/// One of the ten operands, in a column without affinity.
struct Operand: SQLDecodable {
  var number: Int64
  var value: SQLValue
  static let number = SQLColumn<Int64>("n", primaryKey: .plain)
  static let value = SQLColumn<SQLValue>("v")
  static let table = SQLTable("operand", number, value)
  init(row: inout SQLRowReader<Self>) throws {
    number = try row[Self.number]
    value = try row[Self.value]
  }

  /// The operands, in the order of the tables.
  static let values: [SQLValue] = [nil, 0, 1, -1, 1.5, "", "a", "1", .blob([]), .blob([0x61])]
  static let literals = ["NULL", "0", "1", "-1", "1.5", "''", "'a'", "'1'", "x''", "x'61'"]

  /// Makes the table of operands.
  static func create(in executor: some SQLExecutor) async throws {
    _ = try await executor.execute("CREATE TABLE operand (n INTEGER PRIMARY KEY, v)")
    let rows = literals.enumerated().map { "(\($0.offset), \($0.element))" }.joined(separator: ", ")
    _ = try await executor.execute(SQLFragment(raw: "INSERT INTO operand VALUES \(rows)"))
  }
}

/// A pair of operands, in columns without affinity.
struct OperandPair: SQLDecodable {
  var number: Int64
  var left: SQLValue
  var right: SQLValue
  static let number = SQLColumn<Int64>("n", primaryKey: .plain)
  static let left = SQLColumn<SQLValue>("l")
  static let right = SQLColumn<SQLValue>("r")
  static let table = SQLTable("pair", number, left, right)
  init(row: inout SQLRowReader<Self>) throws {
    number = try row[Self.number]
    left = try row[Self.left]
    right = try row[Self.right]
  }

  /// Makes the table of all pairs of the first operands, and that of the operands.
  static func create(in executor: some SQLExecutor, of count: Int = 10) async throws {
    try await Operand.create(in: executor)
    _ = try await executor.execute("CREATE TABLE pair (n INTEGER PRIMARY KEY, l, r)")
    _ = try await executor.execute(
      """
      INSERT INTO pair SELECT a.n * \(count) + b.n, a.v, b.v FROM operand AS a, operand AS b
      WHERE a.n < \(count) AND b.n < \(count)
      """)
  }
}
