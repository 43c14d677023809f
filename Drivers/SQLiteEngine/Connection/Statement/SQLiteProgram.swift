internal import CQuarrySQLite

/// The facts that the engine's program for a statement shows about a failure during its execution.
///
/// According to the documentation, a statement that fails leaves nothing. Inside a transaction, that holds only if
/// the engine has journaled the single statement, which it does if it expects that the statement may fail. It doesn't
/// expect failures of deep triggers, values beyond the limit, aggregates or virtual tables. The program shows whether
/// it did. Sources: <https://sqlite.org/opcode.html>, and trials on the versions from 3.15 to 3.54.
struct SQLiteProgram {
  private var names: Set<String> = []
  /// The conflict actions of the program: 2 undoes the statement, 3 keeps its earlier changes.
  private var constraintActions: Set<Int32> = []

  /// Compiles a statement of a connection again, without running it.
  ///
  /// - Returns: `nil` if the engine doesn't show its program.
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

  /// Whether a violated constraint may keep earlier changes (`OR FAIL`, `RAISE(FAIL)`).
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

  /// The first version of SQLite that undoes a CREATE which fails halfway, according to trials.
  static let firstWithJournaledSchema = 3_039_000
}
