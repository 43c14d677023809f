#if Command
/// Words of SQL that can be completed.
enum SQLWords {
  /// The keywords of SQLite.
  ///
  /// Source: <https://sqlite.org/lang_keywords.html>.
  static let keywords = split(
    """
    ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE \
    CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP \
    DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE \
    EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE \
    IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH \
    MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA \
    PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT \
    ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE \
    UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT
    """)

  /// Functions that every version has.
  ///
  /// Source: <https://sqlite.org/lang_corefunc.html>, <https://sqlite.org/lang_aggfunc.html>, <https://sqlite.org/lang_datefunc.html>.
  static let functions = split(
    """
    abs avg changes char coalesce count date datetime glob group_concat hex ifnull instr julianday last_insert_rowid length \
    like lower ltrim max min nullif printf quote random randomblob replace round rtrim sqlite_version strftime substr sum \
    time total total_changes trim typeof unicode upper zeroblob
    """)

  /// The keywords that the name of a table follows.
  static let beforeTables: Set<String> = ["FROM", "JOIN", "INTO", "UPDATE", "TABLE"]

  private static func split(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }
}
#endif
