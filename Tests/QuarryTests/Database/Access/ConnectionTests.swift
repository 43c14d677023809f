import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// S24, S25, S28 to S30, S32, S34, S35: transactions, files, keys and locks.
@Suite("Defects: connections and transactions")
struct ConnectionTests {

  @Test("S24: transactions nest; an inner failure undoes only its own work", arguments: LocalDriver.engines)
  func nesting(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.transaction {
      try context.createTable(Item.self)
      try context.transaction { try context.insert((1...100).map { Item($0) }) }
      do {
        try context.transaction {
          try context.execute("DELETE FROM Item")
          try context.savepoint { try context.insert(Item(500)) }
          throw Refused()
        }
      } catch is Refused {}
      try context.upsert(Item(101, "b"))
      #expect(context.isInTransaction)
    }
    #expect(!context.isInTransaction)
    #expect(try context.fetchCount(Item.all) == 101)
  }

  @Test("S25: when the engine has rolled back by itself, the original error survives", arguments: LocalDriver.engines)
  func engineRollback(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    try context.insert(Item(1, "kept"))
    let error = try databaseError {
      try context.transaction {
        try context.insert(Item(2))
        try context.savepoint { try context.insert([Item(3), Item(1)], or: .rollback) }
      }
    }
    #expect(error.code == .constraintPrimaryKey)
    #expect(error.engineCode?.primary == .constraint)
    #expect(!context.isInTransaction)
    #expect(try context.fetchAll(Item.all) == [Item(1, "kept")])
    try context.transaction { try context.insert(Item(2)) }
    #expect(try context.fetchCount(Item.all) == 2)
  }

  @Test(
    "S28: a context that is let go closes its file and frees its locks", arguments: [LocalDriver.sqlite, .sqlcipher])
  func letGo(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    do {
      let context = try place.context(in: folder)
      try context.createTable(Item.self)
      let cursor = try context.cursor(Item.all)
      _ = try cursor.next()
      _ = try context.prepare("SELECT 1")
      try context.execute("BEGIN IMMEDIATE")
      try context.insert(Item(1))
    }
    var settings = SQLiteConnectionSettings()
    settings.busyTimeout = .zero
    let next = try place.context(in: folder, settings: settings)
    #expect(try next.fetchCount(Item.all) == 0)
    try next.insert(Item(2))
  }

  #if os(Linux)
  @Test("S29: a failed open says what and why, and holds no file open", arguments: [LocalDriver.sqlite, .sqlcipher])
  func failedOpen(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 5000)
    try folder.write(bytes, to: "a.db")
    try folder.write(bytes, to: "c.db")
    for _ in 0..<20 {
      let error = try databaseError { try place.context(in: folder) }
      #expect(error.code == (place == .sqlite ? .notADatabase : .wrongKey))
      #expect(error.message.contains(folder.path))
      #expect(error.engineCode == .notADatabase)
    }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter { number in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))?
        .hasPrefix(folder.path) == true
    }
    #expect(open.isEmpty)
    #expect(folder.bytes(of: "a.db") == bytes && folder.bytes(of: "c.db") == bytes)
    #expect(folder.names == ["a.db", "c.db"])
  }
  #endif

  @Test("S30: a setting that has no effect is an error", arguments: [LocalDriver.sqlite, .sqlcipher])
  func settings(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.setUserVersion(3)
    try context.createTable(Item.self)
    let inside = try databaseError { try context.transaction { try context.setEnforcesForeignKeys(false) } }
    #expect(inside.code == .transactionState)
    #expect(try context.enforcesForeignKeys)
    #expect(try databaseError { try context.setEncoding("UTF-16le") }.code == .statementFailed)
    #expect(try databaseError { try context.setEncoding("latin-1") }.code == .invalidConfiguration)
    context.close()
    let reader =
      place == .sqlite
      ? try SQLContext(path: folder.file("a.db"), mode: .readOnly)
      : try SQLContext(
        path: folder.file("c.db"), mode: .readOnly, library: .systemSQLCipher,
        encryption: SQLCipherEncryption(key: LocalDriver.key))
    #expect(try databaseError { try reader.setUserVersion(4) }.code == .readOnly)
    #expect(try databaseError { try reader.setApplicationID(4) }.code == .readOnly)
    #expect(try reader.userVersion == 3)
  }

  @Test("S32: a wrong key fails at opening, and the file stays as it was")
  func wrongKey() throws {
    let folder = try TemporaryFolder()
    do {
      let context = try LocalDriver.sqlcipher.context(in: folder)
      try context.createTable(Item.self)
      try context.insert(Item(1, "secret content"))
    }
    let before = folder.bytes(of: "c.db")
    #expect(!before.isEmpty)
    #expect(Data(before).range(of: Data("secret content".utf8)) == nil)
    #expect(!before.starts(with: Array("SQLite format 3".utf8)))
    for key in [SQLCipherKey.passphrase("hunter2"), .raw(Array(repeating: 9, count: 32))] {
      let error = try databaseError { try SQLContext(SQLCipherDriver(path: folder.file("c.db"), key: key)) }
      #expect(error.code == .wrongKey)
      #expect(!String(reflecting: error).contains("hunter2"))
    }
    #expect(folder.bytes(of: "c.db") == before)
    #expect(try LocalDriver.sqlcipher.context(in: folder).fetchAll(Item.all) == [Item(1, "secret content")])
  }

  @Test("S32: a key on a plain file, or on an engine that cannot encrypt, is refused and changes nothing")
  func uselessKey() throws {
    let folder = try TemporaryFolder()
    do {
      let context = try LocalDriver.sqlite.context(in: folder)
      try context.createTable(Item.self)
    }
    let before = folder.bytes(of: "a.db")
    let plain = try databaseError { try SQLContext(SQLCipherDriver(path: folder.file("a.db"), key: LocalDriver.key)) }
    #expect(plain.code == .wrongKey)
    #expect(plain.message.contains("not encrypted"))
    let unable = try databaseError {
      try SQLContext(SQLCipherDriver(path: folder.file("new.db"), key: LocalDriver.key, library: .systemSQLite))
    }
    #expect(unable.code == .unsupportedFeature)
    #expect(!folder.names.contains("new.db"))
    #expect(folder.bytes(of: "a.db") == before)
  }

  @Test(
    "S34: a locked database is waited for as long as the setting says", arguments: [LocalDriver.sqlite, .sqlcipher])
  func busyTimeout(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let holder = try await place.database(in: folder)
    try await holder.createTable(Item.self)
    var impatient = SQLiteConnectionSettings()
    impatient.busyTimeout = .milliseconds(10)
    let hasty = try await place.database(in: folder, settings: impatient)
    let patient = try await place.database(in: folder)
    let hasStored = Protected(false)
    let waiting = try await holder.write { transaction in
      try await transaction.insert(Item(1))
      let waiting = Task {
        let stored = try await patient.insert(Item(3))
        hasStored.withLock { $0 = true }
        return stored
      }
      // Several times as long as the impatient one waits, the patient one neither fails nor gets in.
      for _ in 0..<5 {
        let error = try await databaseError { try await hasty.insert(Item(2)) }
        #expect(error.code == .busy)
        #expect(error.isRetrySafe)
        #expect(error.message.contains("10 ms"))
        #expect(!hasStored.withLock { $0 })
      }
      return waiting
    }
    #expect(try await waiting.value == Item(3))
    try await hasty.insert(Item(2))
    #expect(try await holder.fetchCount(Item.all) == 3)
    await hasty.close()
    await patient.close()
    await holder.close()
  }

  /// As many as eight tasks need to be in each other's way all the time.
  private static let perTask = 125

  @Test("S35: one database is used from many tasks at once, without care", arguments: LocalDriver.engines)
  func manyTasks(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.createTable(Item.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 1...8 {
        group.addTask {
          for number in 0..<Self.perTask {
            let id = Int64(task * 10_000 + number)
            let stored = try await database.insert(Item(id, "n"))
            let found = try await database.find(Item.self, id)
            #expect(stored == Item(id, "n"))
            #expect(found == stored)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.fetchCount(Item.all) == 8 * Self.perTask)
    await database.close()
  }
}
