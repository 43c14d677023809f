import Quarry
import QuarrySQLCipher
import QuarrySQLiteEngine
import Testing
import TestSupport

/// S33: a copy under another key that fails half-way.
@Suite("Defects: export")
struct ExportTests {
  @Test("S33: an export that fails half-way leaves no file and nothing attached, and can be repeated")
  func failingExport() throws {
    let folder = try TemporaryFolder()
    let context = try LocalDriver.sqlcipher.context(in: folder)
    try context.createTable(Item.self)
    try context.insert((1...2000).map { Item($0, "n\($0)", nil) })
    let before = folder.names
    let connection = context.engineConnection
    for encryption in [nil, SQLCipherEncryption(key: .passphrase(secret))] {
      // The copy is interrupted when it has begun to write rows.
      var steps = 0
      try connection.setProgressHandler(every: 100) {
        steps += 1
        return steps < 50
      }
      let error = try databaseError { try connection.export(to: folder.file("copy.db"), encryption: encryption) }
      try connection.setProgressHandler(nil)
      // The function that copies may report what stopped it as a failure of its own.
      #expect([.interrupted, .statementFailed].contains(error.code))
      #expect(!String(reflecting: error).contains(secret))
      #expect(folder.names == before)
      #expect(try context.fetchAll(SQLSchema.names).map(\.name).filter { $0 != "temp" } == ["main"])
      #expect(!context.isInTransaction)
    }
    try connection.export(to: folder.file("copy.db"), encryption: nil)
    #expect(try SQLContext(path: folder.file("copy.db")).fetchCount(Item.all) == 2000)
    let kept = folder.bytes(of: "copy.db")
    #expect(
      try databaseError { try connection.export(to: folder.file("copy.db"), encryption: nil) }.code == .cannotOpen)
    #expect(folder.bytes(of: "copy.db") == kept)
    #expect(try context.insert(Item(2001)).id == 2001)
  }

  @Test("S33: an engine that cannot encrypt refuses to export", arguments: [LocalDriver.sqlite, .memory])
  func withoutEncryption(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    let before = folder.names
    let error = try databaseError { try context.engineConnection.export(to: folder.file("copy.db"), encryption: nil) }
    #expect(error.code == .unsupportedFeature)
    #expect(folder.names == before)
    #expect(try context.insert(Item(1)).id == 1)
  }

  @Test("S32: another key takes the place of the first one; a plain database refuses one")
  func otherKey() throws {
    let folder = try TemporaryFolder()
    let other = SQLCipherKey.passphrase(secret)
    do {
      let context = try LocalDriver.sqlcipher.context(in: folder)
      try context.createTable(Item.self)
      try context.insert(Item(1, "kept"))
      try context.engineConnection.rekey(other)
      #expect(try context.fetchAll(Item.all) == [Item(1, "kept")])
    }
    #expect(try databaseError { try LocalDriver.sqlcipher.context(in: folder) }.code == .wrongKey)
    let again = try SQLContext(SQLCipherDriver(path: folder.file("c.db"), key: other))
    #expect(try again.fetchAll(Item.all) == [Item(1, "kept")])
    let plain = try LocalDriver.sqlite.context(in: folder)
    try plain.createTable(Item.self)
    let error = try databaseError { try plain.engineConnection.rekey(other) }
    #expect(!String(reflecting: error).contains(secret))
    #expect(try plain.insert(Item(1)).id == 1)
    plain.close()
    #expect(folder.bytes(of: "a.db").starts(with: Array("SQLite format 3".utf8)))
    #expect(try LocalDriver.sqlite.context(in: folder).fetchCount(Item.all) == 1)
  }
}
