#if Command
import Quarry
import QuarrySQLite
import QuarrySQLCipher
import QuarrySQLiteEngine

extension FaultScript {
  static func copies(_ run: ScriptRun) {
    run.open()
    run.advance()
    run.with("back up") { context in
      try context.engineConnection.backUp(toFile: run.folder.file("copy.db"), encryption: run.encryption)
      run.copied("copy.db", run.encryption)
    }
    run.advance()
    run.with("back up over a file") { context in
      try context.engineConnection.backUp(
        toFile: run.folder.file("copy.db"), encryption: run.encryption, pagesPerStep: 3)
      run.copied("copy.db", run.encryption)
    }
    if run.encryption == nil {
      run.with("image") { context in
        let fork = try context.engineConnection.fork()
        defer { fork.closeSynchronously() }
        try fork.load(image: try context.engineConnection.image())
        let copy = SQLContext(fork)
        let (last, digest) = try FaultContent.digest(copy)
        if try FaultContent.digest(context) != (last, digest) { run.note("an image has another content") }
      }
    }
    run.with("attach") { context in
      let connection = context.engineConnection
      try connection.attach(run.folder.file("other.db"), as: "other", encryption: run.encryption)
      try context.execute("CREATE TABLE other.t AS SELECT * FROM item")
      try connection.detach("other")
    }
    run.advance()
    run.close()
  }

  static func encryption(_ run: ScriptRun) {
    run.open()
    run.advance()
    run.with("export with another key") { context in
      try context.engineConnection.export(to: run.folder.file("other-key.db"), encryption: run.target.otherEncryption)
      run.copied("other-key.db", run.target.otherEncryption)
    }
    run.with("export in the clear") { context in
      try context.engineConnection.export(to: run.folder.file("clear.db"), encryption: nil)
      run.copied("clear.db", nil)
    }
    run.advance()
    if let other = run.target.otherEncryption {
      run.with("rekey") { context in
        try context.engineConnection.rekey(other.key)
        run.encryption = other
      }
    }
    run.advance()
    run.close()
  }

  /// The pool, with its writer and a reader, each on a thread of its own.
  static func database(_ run: ScriptRun) async {
    var database: Database?
    await run.suspendingStep("open") {
      if let encryption = run.encryption {
        database = try await Database(
          SQLCipherDriver(
            path: run.path, encryption: encryption, library: run.target.location, settings: ScriptRun.settings))
      } else {
        database = try await Database(
          SQLiteDriver(path: run.path, library: run.target.location, settings: ScriptRun.settings))
      }
    }
    guard let database else { return }
    await run.suspendingStep("write") {
      try await database.write { (session: SQLSession) in
        _ = try session.execute("UPDATE item SET name = name WHERE id < 5")
      }
    }
    await run.suspendingStep("read") {
      let count = try await database.read { (session: SQLSession) in
        try session.prepare("SELECT * FROM item").rows().count
      }
      if count != 30 { run.note("a read has found \(count) rows instead of 30") }
    }
    await run.suspendingStep("stream") {
      var count = 0
      for try await _ in database.rows(SQLFragment("SELECT id, name FROM item").rows()) { count += 1 }
      if count != 30 { run.note("a stream has given \(count) rows instead of 30") }
    }
    await run.suspendingStep("batch") {
      try await database.batch { batch in
        batch.execute("UPDATE item SET amount = amount WHERE id = 1")
        batch.execute("UPDATE item SET amount = amount WHERE id = 2")
      }
    }
    await database.close()
  }
}
#endif
