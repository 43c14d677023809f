/// The effect of a statement, judged by its first keyword after `EXPLAIN` and common table expressions.
///
/// Source: <https://sqlite.org/lang.html>.
public enum SQLVerb: Sendable, Hashable {
  /// `SELECT` or `VALUES`.
  case select
  /// `INSERT` or `REPLACE`.
  case insert
  /// `UPDATE` or `DELETE`.
  case update, delete
  /// A statement about the schema or the whole file.
  case create, alter, drop, reindex, analyze, vacuum
  /// `BEGIN` without an immediate lock.
  case beginDeferred
  /// `BEGIN IMMEDIATE` or `EXCLUSIVE`.
  case beginNow
  /// `COMMIT` or `END`.
  case commit
  /// `ROLLBACK` of the whole transaction.
  case rollback
  /// A statement about a savepoint: `SAVEPOINT`, `RELEASE`, `ROLLBACK TO`.
  case savepoint, release, rollbackTo
  /// `ATTACH` or `DETACH`.
  case attach, detach
  /// `PRAGMA`.
  case pragma
  /// No statement: only white space, comments and semicolons.
  case none
  /// Anything else, which only an engine can judge.
  case unknown
}
