import Quarry

/// The tables that the cases join.
enum JoinTables {
  private static let statements = [
    "CREATE TABLE a (id INTEGER PRIMARY KEY, k INTEGER, s TEXT)",
    "INSERT INTO a VALUES (1, 10, 'x'), (2, 20, 'y'), (3, NULL, 'z'), (4, 10, 'w')",
    "CREATE TABLE b (id INTEGER PRIMARY KEY, k INTEGER, t TEXT)",
    "INSERT INTO b VALUES (1, 10, 'p'), (2, 30, 'q'), (3, NULL, NULL), (4, 10, 's')",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, b INTEGER, u TEXT)",
    "INSERT INTO c VALUES (1, 1, 'm'), (2, 2, 'n'), (3, 9, 'o'), (4, NULL, 'p')",
    "CREATE TABLE e (id INTEGER PRIMARY KEY, k INTEGER)",
    "CREATE VIEW seen AS SELECT id, k, t FROM b WHERE k IS NOT NULL",
    "CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER, name TEXT)",
    "INSERT INTO node VALUES (1, NULL, 'root'), (2, 1, 'left'), (3, 1, 'right'), (4, 2, 'leaf')",
    "CREATE TABLE na (id INTEGER, x INTEGER, y TEXT)",
    "INSERT INTO na VALUES (1, 10, 'a'), (2, 20, 'b'), (3, NULL, 'c')",
    "CREATE TABLE nb (y TEXT, z INTEGER, x INTEGER)",
    "INSERT INTO nb VALUES ('a', 100, 10), ('q', 200, 20), ('c', 300, NULL), ('a', 400, 10)",
    "CREATE TABLE nc (w INTEGER)",
    "INSERT INTO nc VALUES (7), (8)",
    "CREATE TABLE ta (s TEXT COLLATE NOCASE)",
    "INSERT INTO ta VALUES ('Abc'), ('def'), ('X ')",
    "CREATE TABLE tb (s TEXT)",
    "INSERT INTO tb VALUES ('abc'), ('DEF'), ('Abc'), ('X')",
    "CREATE TABLE tr (s TEXT COLLATE RTRIM)",
    "INSERT INTO tr VALUES ('abc '), ('X')",
    "CREATE TABLE ni (v INTEGER)",
    "INSERT INTO ni VALUES (1), (2), (15)",
    "CREATE TABLE nt (v TEXT)",
    "INSERT INTO nt VALUES ('1'), ('02'), ('15'), ('1.0'), ('x')",
    "CREATE TABLE nn (v)",
    "INSERT INTO nn VALUES ('1'), (2), (15.0), (x'31')",
    "CREATE TABLE nr (v REAL)",
    "INSERT INTO nr VALUES (1.0), (2.5), (15.0)",
  ]

  /// Makes and fills the tables.
  static func create(in executor: some SQLExecutor) async throws {
    for statement in statements { _ = try await executor.execute(SQLFragment(raw: statement)) }
  }

  /// A database with the tables.
  static func database(_ test: CaseContext) async throws -> Database {
    let database = try await test.database()
    // One transaction, so that a file is written once.
    try await database.batch { batch in
      for statement in statements { batch.execute(SQLFragment(raw: statement)) }
    }
    return database
  }
}
