import Quarry

/// The tables of the cases.
enum AggregateTables {
  private static let statements = [
    "CREATE TABLE n (id INTEGER PRIMARY KEY, g TEXT, v INTEGER, r REAL, s TEXT)",
    """
    INSERT INTO n VALUES (1, 'a', 10, 1.5, 'x'), (2, 'a', 20, 2.5, 'y'), (3, 'b', NULL, NULL, NULL), (4, 'b', 30, \
    0.5, ''), (5, NULL, 10, 4.0, 'x'), (6, NULL, NULL, -1.0, 'z')
    """,
    "CREATE TABLE e (id INTEGER PRIMARY KEY, v INTEGER)",
    "CREATE TABLE mx (id INTEGER PRIMARY KEY, v)",
    "INSERT INTO mx VALUES (1, 'b'), (2, NULL), (3, 10), (4, x'00'), (5, 2.5), (6, -3)",
    "CREATE TABLE w (id INTEGER PRIMARY KEY, g TEXT, k INTEGER, v INTEGER)",
    """
    INSERT INTO w VALUES (1, 'p', 1, 5), (2, 'p', 2, 7), (3, 'p', 2, NULL), (4, 'q', NULL, 2), (5, 'q', 4, 9), (6, \
    'q', 4, 1), (7, 'q', 7, 4)
    """,
    "CREATE TABLE tree (id INTEGER PRIMARY KEY, parent INTEGER, name TEXT)",
    """
    INSERT INTO tree VALUES (1, NULL, 'root'), (2, 1, 'a'), (3, 1, 'b'), (4, 2, 'aa'), (5, 2, 'ab'), (6, 4, 'aaa'), \
    (7, 3, 'ba')
    """,
    "CREATE TABLE ring (a INTEGER, b INTEGER)",
    "INSERT INTO ring VALUES (1, 2), (2, 3), (3, 1), (3, 4)",
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

/// A row of `n`: two groups, one without a name, with gaps.
struct Measure: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let group = SQLColumn<String?>("g")
  static let value = SQLColumn<Int64?>("v")
  static let real = SQLColumn<Double?>("r")
  static let text = SQLColumn<String?>("s")
  static let table = SQLTable("n", id, group, value, real, text)
  init(row: inout SQLRowReader<Self>) throws {
    _ = (try row[Self.id], try row[Self.group], try row[Self.value], try row[Self.real], try row[Self.text])
  }
}

/// A row of `e`, which is empty.
struct Nothing: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let value = SQLColumn<Int64?>("v")
  static let table = SQLTable("e", id, value)
  init(row: inout SQLRowReader<Self>) throws { _ = (try row[Self.id], try row[Self.value]) }
}

/// A row of `w`: two partitions with ties and NULLs.
struct Windowed: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let group = SQLColumn<String>("g")
  static let key = SQLColumn<Int64?>("k")
  static let value = SQLColumn<Int64?>("v")
  static let table = SQLTable("w", id, group, key, value)
  init(row: inout SQLRowReader<Self>) throws {
    _ = (try row[Self.id], try row[Self.group], try row[Self.key], try row[Self.value])
  }
}

/// A row of `tree`.
struct Branch: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let parent = SQLColumn<Int64?>("parent")
  static let name = SQLColumn<String>("name")
  static let table = SQLTable("tree", id, parent, name)
  init(row: inout SQLRowReader<Self>) throws {
    _ = (try row[Self.id], try row[Self.parent], try row[Self.name])
  }
}
