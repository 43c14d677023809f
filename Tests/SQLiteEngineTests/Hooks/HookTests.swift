import Quarry
import QuarrySQLCipher
import QuarrySQLiteEngine
import Testing
import TestSupport

/// S26, S27, S28, S31: hooks and traces.
@Suite("Defects: hooks")
struct HookTests {
  private final class Log {
    var lines: [String] = []
  }

  private func context(_ place: LocalDriver, _ folder: TemporaryFolder) throws -> SQLContext {
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    return context
  }

  @Test("S26: a hook that is removed no longer fires, and lets go what it holds", arguments: LocalDriver.engines)
  func removal(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let connection = context.engineConnection
    weak var held: Log?
    do {
      let log = Log()
      held = log
      let observers = [
        try connection.onRowChange { log.lines.append("\($0.kind) \($0.rowID)") },
        try connection.onCommit {
          log.lines.append("commit")
          return true
        },
        try connection.onTrace { log.lines.append($0.sql) },
      ]
      try context.insert(Item(1))
      #expect(log.lines.contains("insert 1") && log.lines.contains("commit"))
      #expect(log.lines.contains { $0.hasPrefix("INSERT") })
      let count = log.lines.count
      for observer in observers { connection.removeObserver(observer) }
      try context.insert(Item(2))
      #expect(log.lines.count == count)
    }
    #expect(held == nil)
  }

  @Test(
    "S27: what is rolled back is not reported as committed; a DELETE of every row is", arguments: LocalDriver.engines)
  func committedChanges(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let log = Log()
    var rollbacks = 0
    try context.engineConnection.onCommittedChanges { changes in
      log.lines += changes.map { "\($0.kind) \($0.table) \($0.rowID)" }
    }
    try context.engineConnection.onRollback { rollbacks += 1 }
    #expect(throws: Refused.self) {
      try context.transaction {
        try context.insert([Item(1), Item(2)])
        throw Refused()
      }
    }
    #expect(log.lines.isEmpty)
    #expect(rollbacks == 1)
    try context.transaction { try context.insert([Item(1), Item(2)]) }
    #expect(log.lines == ["insert Item 1", "insert Item 2"])
    log.lines = []
    try context.execute("DELETE FROM Item")
    #expect(log.lines.sorted() == ["delete Item 1", "delete Item 2"])
  }

  @Test("S28: a context with hooks and a trace is let go, and its file is free", arguments: LocalDriver.engines)
  func letGo(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    weak var forgotten: SQLContext?
    do {
      let context = try context(place, folder)
      forgotten = context
      let log = Log()
      try context.engineConnection.onTrace { log.lines.append($0.sql) }
      try context.engineConnection.onRowChange { _ in log.lines.append("change") }
      try context.execute("BEGIN IMMEDIATE")
      try context.insert(Item(1))
      #expect(!log.lines.isEmpty)
    }
    #expect(forgotten == nil)
    guard place != .memory else { return }
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .zero
    try place.context(in: folder, settings: settings).insert(Item(2))
  }

  @Test(
    "S31: a trace shows neither values nor keys, and values only when they are asked for",
    arguments: LocalDriver.engines)
  func trace(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let log = Log()
    let hidden = try context.engineConnection.onTrace { log.lines.append($0.sql) }
    try context.insert(Item(1, secret))
    _ = try context.fetchAll(Item.where { $0.name == secret || $0.name.in([secret, "x"]) })
    try context.upsert(Item(1, secret, 2))
    _ = try context.fetchCount(Item.where { $0.name.like(secret) })
    #expect(log.lines.count >= 4)
    #expect(!log.lines.joined().contains(secret))
    context.engineConnection.removeObserver(hidden)
    let shown = Log()
    try context.engineConnection.onTrace(includesValues: true) { shown.lines.append($0.sql) }
    try context.insert(Item(2, "told"))
    #expect(shown.lines.joined().contains("told"))
    guard place == .sqlcipher else { return }
    let encryption = SQLCipherEncryption(key: .passphrase(secret))
    try context.engineConnection.attach(folder.file("other.db"), as: "other", encryption: encryption)
    _ = try? context.execute("PRAGMA rekey = 'hunter2'")
    try context.execute("CREATE TABLE other.t (n)")
    #expect(!(log.lines + shown.lines).joined().contains(secret))
  }

  @Test("S32: a key or a rekey as SQL is refused, on every engine", arguments: LocalDriver.engines)
  func keyAsSQL(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    for text in ["PRAGMA key = 'hunter2'", "PRAGMA rekey = 'hunter2'", "/* */ pragma main . \"hexrekey\" = 'hunter2'"] {
      let error = try databaseError { try context.execute(SQLFragment(raw: text)) }
      #expect(error.code == .misuse)
      #expect(!String(reflecting: error).contains("hunter2"))
    }
    #expect(try context.insert(Item(1)).id == 1)
    context.close()
    if place != .memory { #expect(try place.context(in: folder).fetchCount(Item.all) == 1) }
  }
}
