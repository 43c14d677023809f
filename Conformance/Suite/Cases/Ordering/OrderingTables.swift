package import Quarry

/// The tables of the cases.
enum OrderingTables {
  private static let statements = [
    "CREATE TABLE m (n INTEGER PRIMARY KEY, v)",
    """
    INSERT INTO m VALUES (1, 'b'), (2, NULL), (3, 10), (4, x'00'), (5, 2.5), (6, 'B'), (7, -3), (8, 'a'), (9, \
    NULL), (10, x''), (11, 9), (12, ''), (13, 9223372036854775807), (14, 1e300), (15, -1e300), (16, 9.0)
    """,
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL)",
    "INSERT INTO t VALUES (1, 1, 'x', 2.5), (2, 2, 'y', 1.5), (3, 1, 'z', 0.5), (4, 3, NULL, NULL), (5, 2, 'a', 9.0)",
    "CREATE TABLE d (id INTEGER PRIMARY KEY, v, s TEXT COLLATE NOCASE, r TEXT COLLATE RTRIM)",
    """
    INSERT INTO d VALUES (1, 1, 'a', 'x'), (2, 1.0, 'A', 'x '), (3, NULL, 'b', 'x   '), (4, NULL, 'B', ' x'), (5, \
    '1', 'b ', 'X'), (6, x'31', 'a', 'x')
    """,
    "CREATE TABLE co (id INTEGER PRIMARY KEY, s TEXT COLLATE NOCASE)",
    "INSERT INTO co VALUES (1, 'b'), (2, 'A'), (3, 'B'), (4, 'a'), (5, 'Ä'), (6, 'ä'), (7, 'Z'), (8, NULL)",
  ]

  /// A database with the tables.
  static func database(_ test: CaseContext) async throws -> Database {
    let database = try await test.database()
    try await database.batch { batch in
      for statement in statements { batch.execute(SQLFragment(raw: statement)) }
    }
    return database
  }
}

/// A row of `m`: values of all storage classes.
struct Mixed: SQLDecodable {
  static let number = SQLColumn<Int64>("n", primaryKey: .plain)
  static let value = SQLColumn<SQLValue>("v")
  static let table = SQLTable("m", number, value)
  init(row: inout SQLRowReader<Self>) throws { _ = (try row[Self.number], try row[Self.value]) }
}

/// A row of `t`.
struct Ranked: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let a = SQLColumn<Int64>("a")
  static let b = SQLColumn<String?>("b")
  static let c = SQLColumn<Double?>("c")
  static let table = SQLTable("t", id, a, b, c)
  init(row: inout SQLRowReader<Self>) throws {
    _ = (try row[Self.id], try row[Self.a], try row[Self.b], try row[Self.c])
  }
}

/// A row of `d`: values and texts that are equal in one way or another.
struct Similar: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let value = SQLColumn<SQLValue>("v")
  static let nocase = SQLColumn<String>("s", collation: .nocase)
  static let trimmed = SQLColumn<String>("r", collation: .rtrim)
  static let table = SQLTable("d", id, value, nocase, trimmed)
  init(row: inout SQLRowReader<Self>) throws {
    _ = (try row[Self.id], try row[Self.value], try row[Self.nocase], try row[Self.trimmed])
  }
}

/// A row of `co`: texts with different case.
struct Cased: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<String?>("s", collation: .nocase)
  static let table = SQLTable("co", id, text)
  init(row: inout SQLRowReader<Self>) throws { _ = (try row[Self.id], try row[Self.text]) }
}

/// One column of whole numbers as rows.
package func oneColumn(_ values: Int64...) -> [[SQLValue]] { values.map { [.integer($0)] } }
