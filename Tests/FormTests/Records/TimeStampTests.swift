import Foundation
import Quarry
import QuarrySQLiteEngine
import Synchronization
import TestSupport
import Testing

@Suite struct TimeStampTests {
  private final class Clock: Sendable {
    private let day = Mutex(0)
    func tick() { day.withLock { $0 += 1 } }
    var now: Date { someDay(day.withLock { $0 }) }
  }

  @Test(arguments: FormEngine.allCases) func typedChangesFillColumns(_ engine: FormEngine) async throws {
    let clock = Clock()
    let folder = try TemporaryFolder()
    let database = try await (engine == .memory ? LocalDriver.memory : .sqlcipher).database(
      in: folder, configuration: DatabaseConfiguration(now: { clock.now }))
    try await database.createTable(Entry.self)
    func times() async throws -> [[Date?]] {
      try await database.fetchAll(Entry.order { $0.id }).map { [$0.createdAt, $0.updatedAt] }
    }
    clock.tick()
    let stored = try await database.insert(Entry("a"))
    #expect(stored.createdAt == someDay(1) && stored.updatedAt == someDay(1))
    clock.tick()
    var changed = stored
    changed.text = "b"
    changed.createdAt = nil
    try await database.update(changed)
    #expect(try await times() == [[someDay(1), someDay(2)]])
    clock.tick()
    try await database.update(Entry.all) { $0.text = "c" }
    #expect(try await times() == [[someDay(1), someDay(3)]])
    try await database.update(Entry.all) { $0.updatedAt = someDay(9) }
    #expect(try await times() == [[someDay(1), someDay(9)]])
    clock.tick()
    #expect(try await database.save(changed).updatedAt == someDay(4))
    #expect(try await database.refresh(changed).createdAt == someDay(1))
    clock.tick()
    try await database.upsert(changed)
    #expect(try await times() == [[someDay(1), someDay(5)]])
    clock.tick()
    let old = try await database.refresh(changed)
    #expect(try await database.update(old, onlyChangedFrom: old).affectedRows == 0)
    var new = old
    new.text = "d"
    new.updatedAt = .distantFuture
    #expect(try await database.update(new, onlyChangedFrom: old).affectedRows == 1)
    #expect(try await times() == [[someDay(1), someDay(6)]])
    clock.tick()
    try await database.run(SQLInsert(Entry("e", id: 1)).onConflict(Entry.id).doUpdate(Entry.text))
    #expect(try await times() == [[someDay(1), someDay(7)]])
    clock.tick()
    try await database.run(
      SQLInsert(Entry("e", id: 1)).onConflict(Entry.id).doUpdate { row, new in row.text = new.text })
    #expect(try await times() == [[someDay(1), someDay(8)]])
    try await database.execute("UPDATE Entry SET text = 'raw'")
    #expect(try await times() == [[someDay(1), someDay(8)]])
    clock.tick()
    try await database.insert([Entry("x"), Entry("y")])
    #expect(try await times().dropFirst() == [[someDay(9), someDay(9)], [someDay(9), someDay(9)]])
    clock.tick()
    try await database.run(SQLUpdateRecord(Entry("z", id: 2), only: Entry.text))
    #expect(try await times()[1] == [someDay(9), someDay(10)])
    let returned = try await database.run(SQLUpdateRecord(Entry("zz", id: 3)).returningRecord())
    #expect(returned?.updatedAt == someDay(10) && returned?.createdAt == someDay(9))
    let last = try await database.batch { $0.insert(Entry("last")) }
    #expect(last.createdAt == someDay(10))
    clock.tick()
    let (again, _) = try await database.batch { batch in
      (batch.save(last), batch.update(Entry.where { $0.id == 2 }) { $0.text = "by query" })
    }
    #expect(again.createdAt == someDay(10) && again.updatedAt == someDay(11))
    #expect(try await times()[1] == [someDay(9), someDay(11)])
    try await database.write { session in
      let inserted = try session.insert(Entry("in a session"))
      #expect(inserted.updatedAt == someDay(11))
    }
    // SQL text is left as it is.
    try await database.execute("DELETE FROM Entry WHERE id > 1")
    try await database.execute(
      "INSERT INTO Entry (text, createdAt, updatedAt) SELECT 'copy', createdAt, updatedAt FROM Entry")
    #expect(try await times().last == [someDay(1), someDay(8)])
    await database.close()
  }

  @Test func contextsHaveAClock() throws {
    let clock = Clock()
    let context = try SQLContext(LocalDriver.memory.driver(in: TemporaryFolder()), now: { clock.now })
    try context.createTable(Entry.self)
    clock.tick()
    let entry = try context.save(Entry("a"))
    #expect(entry.createdAt == someDay(1) && entry.updatedAt == someDay(1))
    clock.tick()
    #expect(try context.save(entry).updatedAt == someDay(2))
    #expect(try context.refresh(entry).createdAt == someDay(1))
  }
}
