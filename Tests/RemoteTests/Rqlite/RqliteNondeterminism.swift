import Quarry

/// What nodes evaluate differently, and where it can stand: the two sides of a crossing.
enum RqliteNondeterminism {
  /// Something that depends on a node.
  struct Thing: Sendable {
    var sql: String
    var values: [SQLValue] = []
    /// Whether nodes of the stand-in store different values when it reaches the log, as a row of VALUES.
    var differs = true
  }

  static let things: [Thing] =
    [
      "random()", "randomblob(8)", "randomblob(4+4)", "abs(random() % 1000000007)", "\"random\"()", "[RANDOM]()",
      // None may come out alike on three nodes by chance.
      "`randomblob`(8)", "hex(randomblob(8))", "max(random(), -9223372036854775807)",
      "CASE WHEN random() > 0 THEN random() ELSE hex(randomblob(8)) END",
      "printf('%d', random())", "json_array(random())", "(SELECT x FROM (SELECT random() AS x))",
      "(WITH r(x) AS (SELECT random()) SELECT x FROM r)", "random(/* nothing */)",
      "CURRENT_TIMESTAMP", "current_time", "\"current_timestamp\"()", "datetime()", "time()", "julianday()",
      "strftime('%f')", "strftime('%Y-%m-%d %H:%M:%f', 'now')", "julianday('now')", "unixepoch('now')",
      "datetime('NOW')", "datetime(\"now\")", "datetime(+'now')", "datetime((('now')))",
      "datetime(CAST('now' AS TEXT))",
      "datetime('no'||'w')", "datetime('n'||'o'||'w')", "datetime(lower('NOW'))", "datetime(trim(' now '))",
      "datetime(coalesce(NULL, 'now'))", "datetime(iif(1, 'now', ''))", "datetime(CASE WHEN 1 THEN 'now' END)",
      "datetime((SELECT 'now'))", "datetime((SELECT word FROM spell))", "datetime(x'6e6f77')",
      "datetime('now'||char(0)||'x')", "datetime(char(110, 111, 119))", "datetime(substr('known', 2, 3))",
      "datetime('now', '+1 day')", "datetime(datetime('now'), '+1 day')", "strftime('%f', strftime('now', 1))",
      "strftime('%s', 'now') + 1", "datetime('now' COLLATE NOCASE)", "datetime(json_extract('[\"now\"]', '$[0]'))",
      "datetime('[\"now\"]' ->> '$[0]')", "(SELECT datetime(word) FROM spell)",
      "(SELECT a FROM src ORDER BY random() LIMIT 1) || hex(randomblob(8))",
    ].map { Thing(sql: $0) } + [
      Thing(sql: "datetime(?)", values: [.text("now")]), Thing(sql: "datetime(?)", values: [.blob(Array("NOW".utf8))]),
      Thing(sql: "datetime(?)", values: [.text("now\0then")]), Thing(sql: "datetime('n' || ?)", values: [.text("ow")]),
      Thing(sql: "strftime(?, 'now')", values: [.text("%f")]), Thing(sql: "strftime('%f', ?)", values: [.text("Now")]),
      Thing(sql: "randomblob(?)", values: [.integer(8)]), Thing(sql: "hex(randomblob(?))", values: [.text("8")]),
    ]
    // What differs between real nodes, and not between those of the stand-in.
    + [
      "CURRENT_DATE", "date()", "datetime('now', 'localtime')", "datetime('2026-01-01', 'utc')",
      "datetime('2026-01-01', 'local'||'time')", "datetime('subsec')", "changes()", "total_changes()",
      "last_insert_rowid()", "sqlite_version()", "sqlite_source_id()", "sqlite_compileoption_get(0)",
      "sqlite_compileoption_used('THREADSAFE')", "load_extension('nothing')", "missing_function(1)", "'a' REGEXP 'b'",
      "(SELECT file FROM pragma_database_list)", "(SELECT count(*) FROM pragma_compile_options)",
      "(SELECT count(*) FROM 'pragma_function_list')", "(SELECT max(rootpage) FROM sqlite_master)",
      "(SELECT a FROM src ORDER BY random() LIMIT 1)", "(SELECT a FROM src ORDER BY b LIMIT 1)",
    ].map { Thing(sql: $0, differs: false) }
    + [
      Thing(sql: "datetime('2026-01-01', ?)", values: [.text("localtime")], differs: false)
    ]
    // The third node finds rows in another order.
    + [
      "(SELECT a FROM src LIMIT 1)", "(SELECT a FROM src LIMIT 1 OFFSET 2)",
      "(SELECT a FROM (SELECT a FROM src LIMIT 1))", "(SELECT a FROM src WHERE a IN (SELECT a FROM src LIMIT 1))",
    ].map { Thing(sql: $0) }

  /// A place in statements; `{E}` stands for the thing, `{T}` for a name of its own.
  struct Position: Sendable {
    var statements: [String]

    init(_ statements: String...) { self.statements = statements }
  }

  static let positions: [Position] = [
    // Changes.
    Position("INSERT INTO {T}(v) VALUES ({E})"), Position("INSERT INTO {T}(v) VALUES (1), ({E}), (3)"),
    Position("INSERT INTO {T} AS x (v) VALUES ((({E})))"), Position("INSERT INTO {T}(v) SELECT {E}"),
    Position("INSERT INTO {T}(v) SELECT {E} FROM src"), Position("INSERT INTO {T}(v) SELECT x FROM (SELECT {E} AS x)"),
    Position("INSERT INTO {T}(v) WITH c AS (SELECT {E} AS x) SELECT x FROM c"),
    Position("WITH c(x) AS (VALUES ({E})) INSERT INTO {T}(v) SELECT x FROM c"),
    Position("WITH c(x) AS (SELECT {E} FROM src) INSERT INTO {T}(v) SELECT max(x) FROM c"),
    Position("REPLACE INTO {T}(id, v) VALUES (1, {E})"), Position("INSERT OR IGNORE INTO {T}(v) VALUES ({E})"),
    Position("INSERT INTO {T}(id, v) VALUES (1, 'x') ON CONFLICT(id) DO UPDATE SET v = {E}"),
    Position("INSERT INTO {T}(id, v) VALUES (1, 'x') ON CONFLICT(id) DO UPDATE SET v = 'y' WHERE {E} < 0"),
    Position("UPDATE {T} SET v = {E}"), Position("UPDATE {T} SET v = CASE WHEN id > 1 THEN {E} END"),
    Position("UPDATE {T} SET (v, w) = (SELECT {E}, 1)"), Position("UPDATE {T} SET v = 'hit' WHERE {E} > '2'"),
    Position("UPDATE {T} SET v = y.x FROM (SELECT {E} AS x) AS y"),
    Position("DELETE FROM {T} WHERE v < {E}"),
    Position("DELETE FROM {T} WHERE id IN (SELECT a FROM src ORDER BY {E} LIMIT 1)"),
    Position("DELETE FROM {T} WHERE EXISTS (SELECT 1 FROM src WHERE a < {E} LIMIT 1)"),
    Position("INSERT INTO {T}(v) SELECT a FROM src ORDER BY {E} LIMIT 1"),
    Position("INSERT INTO {T}(v) SELECT a FROM src ORDER BY a LIMIT 1 + length({E}) % 2"),
    Position("INSERT INTO {T}(v) SELECT count(*) FROM src GROUP BY {E}"),
    Position("INSERT INTO {T}(v) SELECT max({E}) OVER () FROM src"),
    Position("INSERT INTO {T}(v) SELECT count(*) FROM src HAVING {E} > 0"),
    Position("INSERT INTO {T}(v) SELECT {E} UNION SELECT 5"),
    Position("INSERT INTO {T}(v) SELECT value FROM json_each(json_array({E}))"),
    Position("UPDATE {T} SET v = 1 RETURNING {E}"), Position("INSERT INTO {T}(v) VALUES (1) RETURNING v, {E} AS x"),
    // Definitions, and a change that comes upon them.
    Position("CREATE TABLE {T}d(id INTEGER PRIMARY KEY, v DEFAULT ({E}))", "INSERT INTO {T}d(id) VALUES (1)"),
    Position("CREATE TABLE {T}d(id INTEGER PRIMARY KEY, v CHECK (v < {E}))", "INSERT INTO {T}d(v) VALUES (1)"),
    Position("CREATE TABLE {T}d(id INTEGER PRIMARY KEY, v AS ({E}))", "INSERT INTO {T}d(id) VALUES (1)"),
    Position("CREATE TABLE {T}d(id INTEGER PRIMARY KEY, v AS ({E}) STORED)", "INSERT INTO {T}d(id) VALUES (1)"),
    Position("CREATE TABLE {T}d AS SELECT {E} AS v"), Position("CREATE TABLE {T}d AS VALUES ({E})"),
    Position("CREATE VIEW {T}d AS SELECT {E} AS v", "INSERT INTO {T}(v) SELECT v FROM {T}d"),
    Position("CREATE VIEW {T}d(v) AS SELECT {E}", "UPDATE {T} SET v = (SELECT v FROM {T}d)"),
    Position(
      "CREATE TRIGGER {T}d AFTER INSERT ON {T} BEGIN UPDATE {T} SET w = {E} WHERE id = new.id; END",
      "INSERT INTO {T}(v) VALUES (1)"),
    Position(
      "CREATE TRIGGER {T}d AFTER INSERT ON {T} BEGIN INSERT INTO src(b) SELECT {E}; END",
      "INSERT INTO {T}(v) VALUES (1)"),
    Position(
      "CREATE TRIGGER {T}d AFTER INSERT ON {T} WHEN {E} > '2' BEGIN UPDATE {T} SET w = 1; END",
      "INSERT INTO {T}(v) VALUES (1)"),
    Position("ALTER TABLE {T} ADD COLUMN x DEFAULT ({E})", "INSERT INTO {T}(v) VALUES (1)"),
    Position("CREATE INDEX {T}d ON {T}(({E}))", "INSERT INTO {T}(v) VALUES (1)"),
    Position("CREATE INDEX {T}d ON {T}(v) WHERE {E} > 0", "INSERT INTO {T}(v) VALUES (1)"),
  ]
}
