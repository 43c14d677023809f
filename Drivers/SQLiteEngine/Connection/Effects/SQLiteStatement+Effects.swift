internal import CQuarrySQLite
public import Quarry

extension SQLiteStatement {
  /// The tables that the statement reads, and those that it has written since it started, including triggers, views
  /// and foreign key actions. `nil` before ``SQLiteConnection/trackEffects()``.
  public var effects: StatementEffects? {
    guard let collected, let database = connection.database else { return nil }
    let known = knownEffects ?? complete(collected)
    knownEffects = known
    return StatementEffects(reads: known.reads, writes: hasWritten(collected, database) ? known.writes : .nothing)
  }

  private func hasWritten(_ collected: SQLiteCollectedEffects, _ database: OpaquePointer) -> Bool {
    if isReadOnly { return false }
    if collected.changesEverything || connection.totalChanges(database) != changesBefore { return true }
    return collected.deletes && !SQLiteEffectsSupport.of(connection.library).countsTruncatedDeletes
  }

  /// Adds the effects that the engine doesn't report to its authorizer.
  private func complete(_ collected: SQLiteCollectedEffects) -> StatementEffects {
    var reads = DatabaseRegion.nothing
    for (table, columns) in collected.reads { reads.insert(table, columns: columns) }
    if !SQLiteEffectsSupport.of(connection.library).reportsTableReads {
      if let tables = connection.tablesRead(by: sql) {
        for table in tables { reads.insert(table, columns: CollectionOfOne("")) }
      } else {
        reads = .everything
      }
    }
    return StatementEffects(reads: reads, writes: isReadOnly ? .nothing : writes(collected))
  }

  private func writes(_ collected: SQLiteCollectedEffects) -> DatabaseRegion {
    if collected.changesEverything { return .everything }
    var writes = DatabaseRegion.nothing
    // `UPDATE OR REPLACE` removes other rows.
    lazy var mayReplace = SQLTokens(sql).contains { $0.isWord("REPLACE") }
    for (table, write) in collected.writes {
      if let columns = write.columns, !mayReplace, connection.hasIndependentColumns(table, in: write.schema) {
        writes.insert(table, columns: columns)
      } else {
        writes.insert(table)
      }
    }
    return writes
  }
}
