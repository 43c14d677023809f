internal import CQuarrySQLite

/// What the engine's own program for a statement shows about a failure in the middle of it.
///
/// A statement that fails leaves nothing, says the documentation. Inside a transaction that is only so when the engine has
/// journaled the single statement, which it does when it expects that the statement may fail; of a depth of triggers, a
/// value beyond the limit, an aggregate or a virtual table it does not expect it. Whether it did is to be read off the
/// program. Sources: <https://sqlite.org/opcode.html>, and trials on the versions from 3.15 to 3.54.
struct SQLiteProgram {
  private var names: Set<String> = []
  /// What becomes of the statement where the program itself stops with a violated constraint: 2 undoes the statement, 3
  /// keeps what it did before.
  private var constraintActions: Set<Int32> = []

  /// Has the engine compile a statement of a connection again, to look at it. Nothing of it is run.
  ///
  /// - Returns: `nil` when the engine does not tell.
  init?(of sql: String, on connection: SQLiteConnection, _ database: OpaquePointer) {
    let api = connection.api
    let isRead = connection.hooks.quietly { () -> Bool in
      var explained: OpaquePointer?
      let code = api.pointee.prepare_v2(database, "EXPLAIN " + sql, -1, &explained, nil)
      guard code == SQLITE_OK, let explained else { return false }
      defer { _ = api.pointee.finalize(explained) }
      while api.pointee.step(explained) == SQLITE_ROW {
        let name = api.pointee.column_text(explained, 1).map { String(cString: $0) } ?? ""
        names.insert(name)
        // Halt and HaltIfNull: the code, and what becomes of the statement.
        let halting = api.pointee.column_int64(explained, 2)
        if name.hasPrefix("Halt"), halting & 0xff == Int64(SQLITE_CONSTRAINT) {
          constraintActions.insert(Int32(truncatingIfNeeded: api.pointee.column_int64(explained, 3)))
        }
      }
      return true
    }
    guard isRead, !names.isEmpty else { return nil }
  }

  /// Whether it may change more than one row.
  var changesSeveralRows: Bool {
    !names.isDisjoint(with: [
      "Next", "Prev", "NextIfOpen", "PrevIfOpen", "VNext", "SorterNext", "SorterData", "Yield", "Program",
    ])
  }

  /// Whether triggers or foreign key actions are part of it.
  var runsTriggers: Bool { names.contains("Program") }

  /// Whether a violated constraint may leave what was done before (`OR FAIL`, `RAISE(FAIL)`).
  var mayFailInPart: Bool { constraintActions.contains(3) }

  /// Whether the engine undoes it as a whole when it fails, because it expects that it can fail.
  func isJournaled(version: Int) -> Bool {
    if constraintActions.contains(2) || names.contains("VUpdate") { return true }
    let callsFunctions = names.contains { $0.hasPrefix("Function") || $0.hasPrefix("PureFunc") }
    if callsFunctions, version >= 3_039_000 { return true }
    return changesSchema && version >= SQLiteProgram.firstWithJournaledSchema
  }

  /// Whether it changes the schema.
  var changesSchema: Bool { names.contains("ParseSchema") || names.contains("VCreate") }

  /// The first version of SQLite that undoes a CREATE which fails in the middle, as far as it was tried.
  static let firstWithJournaledSchema = 3_039_000
}
