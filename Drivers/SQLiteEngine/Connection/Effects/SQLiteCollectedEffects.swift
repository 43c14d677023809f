internal import CQuarrySQLite
internal import Quarry

/// The actions that the engine reports to its authorizer while it prepares a statement.
///
/// Source: <https://sqlite.org/c3ref/c_alter_table.html>.
struct SQLiteCollectedEffects {
  /// The columns that are read, by their tables. The empty name means rows of which no column is read.
  private(set) var reads: [String: Set<String>] = [:]
  /// The written tables, with the schema of each.
  private(set) var writes: [String: Write] = [:]
  /// Whether the statement changes the schema, or something that isn't a table.
  private(set) var changesEverything = false
  /// Whether rows are deleted.
  private(set) var deletes = false

  /// The written parts of a table.
  struct Write {
    var schema: String
    /// The columns that are updated; `nil` for whole rows.
    var columns: Set<String>?
  }

  /// Adds an action.
  ///
  /// - Parameter isInner: Whether the action belongs to a trigger or a view.
  mutating func take(
    _ code: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?, _ schema: UnsafePointer<CChar>?,
    isInner: Bool
  ) {
    switch code {
    case SQLITE_READ:
      reads[SQLiteLibrary.text(first).lowercased(), default: []].insert(SQLiteLibrary.text(second).lowercased())
    case SQLITE_INSERT, SQLITE_DELETE, SQLITE_UPDATE:
      let table = SQLiteLibrary.text(first).lowercased()
      if table.hasPrefix("sqlite_"), ["master", "schema", "temp_master", "temp_schema"].contains(table.dropFirst(7)) {
        changesEverything = true
        return
      }
      if code == SQLITE_DELETE { deletes = true }
      let column = SQLiteLibrary.text(second).lowercased()
      // A trigger's own conflict clause isn't seen from here, and a row that gets another number is another row.
      if code == SQLITE_UPDATE, !isInner, column != "rowid" {
        writes[table, default: Write(schema: SQLiteLibrary.text(schema), columns: [])].columns?.insert(column)
      } else {
        writes[table] = Write(schema: SQLiteLibrary.text(schema), columns: nil)
      }
    case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_RECURSIVE, SQLITE_ANALYZE,
      SQLITE_REINDEX:
      break
    default:
      // Everything that makes, alters or drops something, attaches a file or sets a PRAGMA: of no concern to a statement
      // that only reads.
      changesEverything = true
    }
  }

  /// Adds what was collected at another time.
  mutating func formUnion(_ other: SQLiteCollectedEffects) {
    reads.merge(other.reads) { $0.union($1) }
    writes.merge(other.writes) { first, second in
      guard let some = first.columns, let others = second.columns else {
        return Write(schema: first.schema, columns: nil)
      }
      return Write(schema: first.schema, columns: some.union(others))
    }
    changesEverything = changesEverything || other.changesEverything
    deletes = deletes || other.deletes
  }
}
