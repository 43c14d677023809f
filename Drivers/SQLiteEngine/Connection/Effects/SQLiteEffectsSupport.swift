internal import CQuarrySQLite
internal import Quarry

/// The effects that a library reports, detected once on a scratch connection in memory.
struct SQLiteEffectsSupport: Sendable {
  /// Whether the engine reports reading a table without any of its columns, as `count(*)` does. SQLite 3.15 doesn't.
  var reportsTableReads = false
  /// Whether the count of changes includes rows of a table WITHOUT ROWID that a DELETE without a condition removes at
  /// once. SQLite 3.15 doesn't count them.
  var countsTruncatedDeletes = false

  private static let known = Protected<[ObjectIdentifier: SQLiteEffectsSupport]>([:])

  static func of(_ library: SQLiteLibrary) -> SQLiteEffectsSupport {
    known.withLock { known in
      if let support = known[ObjectIdentifier(library)] { return support }
      let support = SQLiteEffectsSupport(probing: library)
      known[ObjectIdentifier(library)] = support
      return support
    }
  }

  private init(probing library: SQLiteLibrary) {
    guard let scratch = SQLiteScratch(library: library),
      case .noRow = scratch.run(
        "CREATE TABLE t (a); CREATE TABLE w (k PRIMARY KEY) WITHOUT ROWID; INSERT INTO w VALUES (1), (2)"),
      let setAuthorizer = library.api.pointee.set_authorizer
    else { return }
    let before = library.api.pointee.total_changes(scratch.database)
    _ = scratch.run("DELETE FROM w")
    countsTruncatedDeletes = library.api.pointee.total_changes(scratch.database) != before
    let collector = Collector()
    withExtendedLifetime(collector) {
      _ = setAuthorizer(
        scratch.database,
        { context, code, first, second, schema, _ in
          if let context {
            Unmanaged<Collector>.fromOpaque(context).takeUnretainedValue().effects
              .take(code, first, second, schema, isInner: false)
          }
          return SQLITE_OK
        }, Unmanaged.passUnretained(collector).toOpaque())
      reportsTableReads = ["SELECT count(*) FROM t", "SELECT 1 FROM t", "SELECT EXISTS (SELECT 1 FROM t)"]
        .allSatisfy { sql in
          collector.effects = SQLiteCollectedEffects()
          return scratch.prepares(sql) && collector.effects.reads["t"] != nil
        }
      _ = setAuthorizer(scratch.database, nil, nil)
    }
  }

  private final class Collector {
    var effects = SQLiteCollectedEffects()
  }
}
