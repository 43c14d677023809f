#if Command
import Quarry
import QuarrySQLiteEngine

extension FaultScript {
  /// Every script.
  static let all: [FaultScript] = [
    FaultScript(name: "open") { open($0) },
    FaultScript(name: "statements") { statements($0) },
    FaultScript(name: "savepoint", journal: .delete) { savepoint($0) },
    FaultScript(name: "transactions-log") { transactions($0, .writeAheadLog) },
    FaultScript(name: "transactions-journal", journal: .delete) { transactions($0, .delete) },
    FaultScript(name: "functions") { functions($0) },
    FaultScript(name: "blobs") { blobs($0) },
    FaultScript(name: "copies") { copies($0) },
    FaultScript(name: "maintenance") { maintenance($0) },
    FaultScript(name: "encryption", needsEncryption: true) { encryption($0) },
    FaultScript(name: "database") { await database($0) },
  ]

  /// Opens the file as it is usually opened, for reading only, and a new one.
  private static func open(_ run: ScriptRun) {
    run.open()
    run.with("read") { _ = try FaultContent.value($0, "SELECT count(*) FROM item") }
    run.close()
    run.step("open for reading") {
      let connection = try SQLiteConnection.open(
        .file(path: run.path, mode: .readOnly), role: .reader, library: run.target.location,
        encryption: run.encryption, settings: ScriptRun.settings)
      connection.closeSynchronously()
    }
    run.step("open a new file") {
      let context = try SQLContext(
        path: run.folder.file("new.db"), library: run.target.location, encryption: run.encryption,
        settings: ScriptRun.settings)
      try context.execute("CREATE TABLE t (a)")
      context.close()
    }
  }

  /// Prepares, binds, steps, decodes.
  private static func statements(_ run: ScriptRun) {
    run.open()
    run.with("values") { context in
      let statement = try context.prepare("SELECT ?1, ?2, ?3, typeof(?4), :name || ?2")
      defer { statement.close() }
      for text in ["", "a", String(repeating: "long ", count: 300)] {
        let values: [SQLValue] = [.integer(1), .text(text), .blob(Array(text.utf8)), .null, .text("n")]
        for row in try statement.rows(values) where row.values[1] != .text(text) { run.note("a text was changed") }
      }
    }
    run.with("rows") { context in
      let statement = try context.prepare("SELECT name, content FROM item ORDER BY amount DESC, name")
      defer { statement.close() }
      try statement.start()
      while let row = try statement.next() {
        if row.values.count != 2 { run.note("a row has lost columns") }
      }
    }
    run.with("queries") { context in
      for sql in [
        "SELECT batch, group_concat(name, '; '), sum(amount) FROM item GROUP BY batch HAVING count(*) > 0",
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT avg(i), max(i) FROM n",
        "SELECT a.id FROM item a JOIN item b ON b.name = a.name WHERE a.name LIKE '%1%' UNION SELECT 7 ORDER BY 1",
        "SELECT printf('%.3f %s', amount, name) FROM item WHERE amount BETWEEN 1 AND 5",
      ] {
        _ = try context.prepare(sql).rows()
      }
    }
    run.with("script") { context in
      try context.executeScript("CREATE TEMP TABLE note (a, b); INSERT INTO note VALUES (1, 'x'), (2, zeroblob(4000));")
      _ = try FaultContent.value(context, "SELECT sum(length(b)) FROM note")
      try context.executeScript("DROP TABLE note")
    }
    // A statement that is wrong stays a wrong statement.
    run.with("wrong statement") { context in
      do {
        _ = try context.prepare("SELECT missing_column FROM item")
        run.note("a wrong statement was prepared")
      } catch let error as DatabaseError where error.code == .noSuchObject {}
    }
    run.close()
  }

  /// The transaction in which a savepoint is rolled back: short enough for every point in every run of the tests.
  private static func savepoint(_ run: ScriptRun) {
    run.open(.delete)
    run.advance()
    run.advance()
    run.close()
  }

  private static func transactions(_ run: ScriptRun, _ journal: SQLiteJournalMode) {
    run.open(journal)
    for _ in 0..<4 { run.advance() }
    run.with("rolled back") { context in
      struct Undo: Error {}
      do {
        try context.transaction(.exclusive) {
          try context.execute("UPDATE item SET name = upper(name), content = randomblob(2000)")
          throw Undo()
        }
      } catch is Undo {}
    }
    run.with("violation") { context in
      do {
        try context.execute("INSERT INTO item VALUES (1, 1, 'twice', 0, NULL)")
        if try FaultContent.value(context, "SELECT count(*) FROM item WHERE name = 'twice'") != .integer(0) {
          run.note("a row with a key that is taken was inserted")
        }
      } catch let error as DatabaseError where error.code == .constraintPrimaryKey {}
    }
    run.advance()
    run.close()
  }

  /// Functions, aggregates, collations and observers, written in Swift.
  private static func functions(_ run: ScriptRun) {
    run.open()
    run.with("add functions") { context in
      let connection = context.engineConnection
      try connection.addFunction("twice", argumentCount: 1, options: .deterministic) { values in
        switch values[0] {
        case .text(let text): .text(text + text)
        case .blob(let blob): .blob(blob + blob)
        case let value: value
        }
      }
      try connection.addFunction("refuse", argumentCount: 1) { _ in throw SQLiteFunctionError("refused") }
      try connection.addAggregate(
        "joined", argumentCount: 1, initial: "", step: { $0 += "\($1[0])" }, result: { .text($0) })
      try connection.addCollation("backwards") { $0 < $1 ? .after : $0 == $1 ? .same : .before }
    }
    run.with("observe") { context in
      let connection = context.engineConnection
      try connection.onTrace { _ in }
      try connection.onLogWrite { _ in }
      try connection.onCommittedChanges { _ in }
    }
    run.with("call functions") { context in
      for sql in [
        "SELECT twice(name), twice(content), twice(zeroblob(700)), twice(amount) FROM item WHERE id < 10",
        "SELECT batch, joined(name) FROM item GROUP BY id % 3",
        "SELECT name FROM item ORDER BY name COLLATE backwards",
      ] {
        _ = try context.prepare(sql).rows()
      }
      if context.engineConnection.capabilities.engine.version >= EngineVersion(3, 25, 0) {
        try context.engineConnection.addWindowFunction(
          "running", argumentCount: 1, initial: Int64(0), step: { sum, _ in sum += 1 }, inverse: { sum, _ in sum -= 1 },
          result: { .integer($0) })
        _ = try context.prepare("SELECT running(id) OVER (ORDER BY id ROWS 2 PRECEDING) FROM item").rows()
      }
    }
    run.with("refusal") { context in
      do {
        _ = try context.prepare("SELECT refuse(1)").rows()
        run.note("a function that throws gave a result")
      } catch let error as DatabaseError where error.underlying is SQLiteFunctionError {}
    }
    run.advance()
    run.close()
  }

  private static func blobs(_ run: ScriptRun) {
    run.open()
    for _ in 0..<4 { run.advance() }
    run.with("read blobs") { context in
      let blob = try context.engineConnection.openBlob(table: "item", column: "content", rowID: 9)
      defer { blob.close() }
      if try blob.read(at: 4990, count: 10) != [UInt8](repeating: 9, count: 10) { run.note("a blob was changed") }
      try blob.move(toRow: 18)
      _ = try blob.read(count: 5000)
    }
    run.close()
  }

  private static func maintenance(_ run: ScriptRun) {
    run.open()
    run.advance()
    for mode in SQLiteCheckpointMode.allCases {
      run.with("checkpoint") { try $0.engineConnection.checkpoint(mode) }
    }
    run.advance()
    run.with("vacuum") { _ = try $0.execute("VACUUM") }
    run.with("index") { _ = try $0.execute("CREATE INDEX item_batch ON item (batch, length(content))") }
    run.with("analyze") { _ = try $0.execute("ANALYZE") }
    run.with("drop") { _ = try $0.execute("DROP INDEX item_batch") }
    run.with("check") { context in
      if try FaultContent.value(context, "PRAGMA integrity_check") != .text("ok") { run.note("the check failed") }
    }
    run.advance()
    run.close()
  }
}
#endif
