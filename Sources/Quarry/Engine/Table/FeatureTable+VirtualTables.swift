extension FeatureTableBuilder {
  /// The rows of the group "Full-text, spatial, other virtual tables".
  mutating func addVirtualTables() {
    group = .virtualTables

    row(
      .fts3, "fts.fts3", since: "3.5.0", options: "+ENABLE_FTS3|+ENABLE_FTS4",
      .module("fts3"), absent: .runtimeError,
      "FTS3",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts3(x); INSERT INTO ft VALUES('red fox'); SELECT count(*) FROM ft \
        WHERE ft MATCH 'fox'
        """,
      expect: .equals("1"))
    row(
      .fts3Parenthesis, "fts.fts3_parenthesis", since: "3.6.4", options: "+ENABLE_FTS3_PARENTHESIS",
      .run, absent: .silent,
      "FTS3/4 enhanced query syntax (AND, NOT, parentheses)",
      note: "without the option the words AND/NOT are searched for literally: no error, other rows",
      setup: "CREATE VIRTUAL TABLE ft USING fts3(x); INSERT INTO ft VALUES('red fox')",
      probe: "SELECT count(*) FROM ft WHERE ft MATCH 'red AND (fox OR dog) NOT cat'",
      expect: .equals("1"))
    row(
      .fts4, "fts.fts4", since: "3.7.4", options: "+ENABLE_FTS3|+ENABLE_FTS4",
      .module("fts4"), absent: .prepareError,
      "FTS4",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts4(x, matchinfo='fts3'); INSERT INTO ft VALUES('red fox'); SELECT \
        count(*) FROM ft WHERE ft MATCH 'fox'
        """,
      expect: .equals("1"))
    row(
      .fts4Content, "fts.fts4_content", since: "3.7.9", options: "+ENABLE_FTS3|+ENABLE_FTS4",
      .version, absent: .runtimeError,
      "FTS4 content=",
      setup: "CREATE TABLE t(x); INSERT INTO t VALUES('red fox')",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts4(content='t', x); INSERT INTO ft(ft) VALUES('rebuild'); SELECT \
        count(*) FROM ft WHERE ft MATCH 'fox'
        """,
      expect: .equals("1"))
    row(
      .fts4Unicode61, "fts.fts4_unicode61", since: "3.7.13",
      options: "+ENABLE_FTS3|+ENABLE_FTS4,<3.8.6:+ENABLE_FTS4_UNICODE61,>=3.8.6:-DISABLE_FTS3_UNICODE",
      .run, absent: .runtimeError,
      "FTS3/4 unicode61 tokenizer",
      note: "opt-in (ENABLE_FTS4_UNICODE61) before 3.8.6; DISABLE_FTS3_UNICODE removes it",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts4(x, tokenize=unicode61); INSERT INTO ft VALUES('Éa'); SELECT \
        count(*) FROM ft WHERE ft MATCH 'ea'
        """,
      expect: .equals("1"))
    row(
      .fts4NotIndexed, "fts.fts4_notindexed", since: "3.8.0", options: "+ENABLE_FTS3|+ENABLE_FTS4",
      .run, absent: .runtimeError,
      "FTS4 notindexed=",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts4(x, y, notindexed=y); INSERT INTO ft VALUES('a','b'); SELECT \
        count(*) FROM ft WHERE ft MATCH 'b'
        """,
      expect: .equals("0"))
    row(
      .fts5, "fts.fts5", since: "3.9.0", options: "+ENABLE_FTS5", .module("fts5"), absent: .runtimeError,
      "FTS5 with highlight(), bm25()",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts5(x); INSERT INTO ft VALUES('red fox'); SELECT highlight(ft,0,'[',\
        ']') FROM ft WHERE ft MATCH 'fox' ORDER BY bm25(ft)
        """,
      expect: .equals("red [fox]"))
    row(
      .fts5Detail, "fts.fts5_detail", since: "3.11.0", options: "+ENABLE_FTS5", .version, absent: .runtimeError,
      "FTS5 detail=",
      probe: "CREATE VIRTUAL TABLE ft USING fts5(x, detail=none); SELECT 1",
      expect: .equals("1"))
    row(
      .fts5ColumnFilterExpressions, "fts.fts5_column_filter_expr", since: "3.19.0", options: "+ENABLE_FTS5",
      .version, absent: .runtimeError,
      "FTS5 column filter on an expression",
      setup: "CREATE VIRTUAL TABLE ft USING fts5(x); INSERT INTO ft VALUES('red fox')",
      probe: "SELECT count(*) FROM ft WHERE ft MATCH 'x : (fox OR dog)'",
      expect: .equals("1"))
    row(
      .fts5InitialToken, "fts.fts5_initial_token", since: "3.22.0", options: "+ENABLE_FTS5",
      .run, absent: .runtimeError,
      "FTS5 '^' initial token",
      setup: "CREATE VIRTUAL TABLE ft USING fts5(x); INSERT INTO ft VALUES('red fox')",
      probe: "SELECT count(*) FROM ft WHERE ft MATCH '^red'",
      expect: .equals("1"))
    row(
      .fts5RemoveDiacritics2, "fts.fts5_remove_diacritics2", since: "3.27.0", options: "+ENABLE_FTS5",
      .run, absent: .runtimeError,
      "remove_diacritics 2",
      probe: #"CREATE VIRTUAL TABLE ft USING fts5(x, tokenize="unicode61 remove_diacritics 2"); SELECT 1"#,
      expect: .equals("1"))
    row(
      .fts5Trigram, "fts.fts5_trigram", since: "3.34.0", options: "+ENABLE_FTS5", .run, absent: .runtimeError,
      "FTS5 trigram tokenizer",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts5(x, tokenize=trigram); INSERT INTO ft VALUES('abcdef'); SELECT \
        count(*) FROM ft WHERE x LIKE '%bcd%'
        """,
      expect: .equals("1"))
    row(
      .fts5SecureDelete, "fts.fts5_secure_delete", since: "3.42.0", options: "+ENABLE_FTS5",
      .run, absent: .runtimeError,
      "FTS5 secure-delete",
      setup: "CREATE VIRTUAL TABLE ft USING fts5(x)",
      probe: "INSERT INTO ft(ft,rank) VALUES('secure-delete',1); SELECT 1",
      expect: .equals("1"))
    row(
      .fts5ContentlessDelete, "fts.fts5_contentless_delete", since: "3.43.0", options: "+ENABLE_FTS5",
      .run, absent: .runtimeError,
      "FTS5 contentless_delete=",
      probe: "CREATE VIRTUAL TABLE ft USING fts5(x, content='', contentless_delete=1); SELECT 1",
      expect: .equals("1"))
    row(
      .fts5TrigramDiacritics, "fts.fts5_trigram_diacritics", since: "3.45.0", options: "+ENABLE_FTS5",
      .run, absent: .runtimeError,
      "trigram remove_diacritics",
      probe: "CREATE VIRTUAL TABLE ft USING fts5(x, tokenize='trigram remove_diacritics 1'); SELECT 1",
      expect: .equals("1"))
    row(
      .fts5TokenData, "fts.fts5_tokendata", since: "3.45.0", options: "+ENABLE_FTS5", .run, absent: .runtimeError,
      "FTS5 tokendata=",
      probe: "CREATE VIRTUAL TABLE ft USING fts5(x, tokendata=1); SELECT 1",
      expect: .equals("1"))
    row(
      .fts5Locale, "fts.fts5_locale", since: "3.47.0", options: "+ENABLE_FTS5",
      .function(name: "fts5_locale", argumentCount: 2), absent: .runtimeError,
      "FTS5 locale=, fts5_locale()",
      probe: """
        CREATE VIRTUAL TABLE ft USING fts5(x, locale=1); INSERT INTO ft VALUES(fts5_locale('en','fox')); \
        SELECT 1
        """,
      expect: .equals("1"))
    row(
      .fts5ContentlessUnindexed, "fts.fts5_contentless_unindexed", since: "3.47.0", options: "+ENABLE_FTS5",
      .run, absent: .runtimeError,
      "FTS5 contentless_unindexed=",
      probe: "CREATE VIRTUAL TABLE ft USING fts5(x, y UNINDEXED, content='', contentless_unindexed=1); SELECT 1",
      expect: .equals("1"))
    row(
      .fts5InstToken, "fts.fts5_insttoken", since: "3.48.0", options: "+ENABLE_FTS5",
      .function(name: "fts5_insttoken", argumentCount: 1), absent: .prepareError,
      "fts5_insttoken()",
      setup: "CREATE VIRTUAL TABLE ft USING fts5(x); INSERT INTO ft VALUES('red fox')",
      probe: "SELECT count(*) FROM ft WHERE ft MATCH fts5_insttoken('fo*')",
      expect: .equals("1"))
    row(
      .rtree, "vtab.rtree", since: "3.5.0", options: "+ENABLE_RTREE", .module("rtree"), absent: .runtimeError,
      "R-Tree",
      probe: """
        CREATE VIRTUAL TABLE rt USING rtree(id,x0,x1); INSERT INTO rt VALUES(1,0,5); SELECT count(*) FROM \
        rt WHERE x1>=3
        """,
      expect: .equals("1"))
    row(
      .rtreeAuxiliaryColumns, "vtab.rtree_auxiliary", since: "3.24.0", options: "+ENABLE_RTREE",
      .run, absent: .runtimeError,
      "R-Tree auxiliary columns",
      probe: """
        CREATE VIRTUAL TABLE rt USING rtree(id,x0,x1,+note); INSERT INTO rt VALUES(1,0,5,'n'); SELECT note \
        FROM rt
        """,
      expect: .equals("n"))
    row(
      .rtreeCheck, "vtab.rtreecheck", since: "3.22.0", options: "+ENABLE_RTREE",
      .function(name: "rtreecheck", argumentCount: 1), absent: .prepareError,
      "rtreecheck()",
      setup: "CREATE VIRTUAL TABLE rt USING rtree(id,x0,x1)",
      probe: "SELECT rtreecheck('rt')",
      expect: .equals("ok"))
    row(
      .geopoly, "vtab.geopoly", since: "3.25.0", options: "+ENABLE_GEOPOLY",
      .module("geopoly"), absent: .prepareError,
      "Geopoly",
      probe: "SELECT round(geopoly_area(geopoly_blob('[[0,0],[2,0],[2,2],[0,2],[0,0]]')),1)",
      expect: .equals("4.0"))
    row(
      .dbstatTable, "vtab.dbstat", since: "3.8.10", options: "+ENABLE_DBSTAT_VTAB",
      .module("dbstat"), absent: .prepareError,
      "dbstat",
      setup: "CREATE TABLE t(k)",
      probe: "SELECT count(*)>0 FROM dbstat",
      expect: .equals("1"))
    row(
      .dbpageTable, "vtab.dbpage", since: "3.21.0", options: "+ENABLE_DBPAGE_VTAB",
      .module("sqlite_dbpage"), absent: .prepareError,
      "sqlite_dbpage",
      setup: "CREATE TABLE t(k)",
      probe: "SELECT count(*)>0 FROM sqlite_dbpage",
      expect: .equals("1"))
    row(
      .statementsTable, "vtab.stmt", since: "3.20.0", options: "+ENABLE_STMTVTAB",
      .module("sqlite_stmt"), absent: .prepareError,
      "sqlite_stmt",
      probe: "SELECT count(*)>0 FROM sqlite_stmt",
      expect: .equals("1"))
    row(
      .bytecodeTables, "vtab.bytecode", since: "3.32.0", options: "+ENABLE_BYTECODE_VTAB",
      .module("bytecode"), absent: .prepareError,
      "bytecode(), tables_used()",
      probe: "SELECT count(*)>0 FROM bytecode('SELECT 1')",
      expect: .equals("1"))
    row(
      .carrayTable, "vtab.carray", since: "3.51.0", options: "+ENABLE_CARRAY", .prepare, absent: .prepareError,
      "carray()",
      probe: "SELECT count(*) FROM carray(NULL,0)")
    row(
      .generateSeries, "vtab.generate_series", since: "", .module("generate_series"), absent: .prepareError,
      "generate_series()",
      note: "part of the command-line shell and of some wrappers, not of the library",
      probe: "SELECT sum(value) FROM generate_series(1,3,1)",
      expect: .equals("6"))
  }
}
