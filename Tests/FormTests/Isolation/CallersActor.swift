// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.

import Quarry
import Testing

struct CallersActor {
  var number = 7
  nonisolated(nonsending) func insertRecord(_ database: Database) async throws {
    let stored = try await database.insert(Note(id: 0, n: number, text: nil))
    #expect(stored.n == 7)
  }

  nonisolated(nonsending) func insertRecords(_ database: Database) async throws {
    let result = try await database.insert([Note(id: 1, n: number, text: nil)])
    #expect(result.affectedRows == 1)
  }

  nonisolated(nonsending) func insertOrIgnore(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    let ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)
    #expect(ignored == nil)
  }

  nonisolated(nonsending) func updateRecord(_ database: Database) async throws {
    let note = try await database.insert(Note(id: 1, n: 1, text: nil))
    try await database.update(Note(id: note.id, n: number, text: "x"))
    #expect(try await database.find(Note.self, note.id)?.n == 7)
  }

  nonisolated(nonsending) func updateQuery(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: 1, text: nil))
    try await database.update(Note.all) { $0.n = 1 }
    try await database.update(Note.where { $0.n < number }) {
      $0.n = number
      $0.text = "a"
    }
    try await database.update(Note.all) { $0.n += number }
    #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "a"))
  }

  nonisolated(nonsending) func upsert(_ database: Database) async throws {
    try await database.upsert(Note(id: 1, n: number, text: nil))
    try await database.upsert(Note(id: 1, n: number + 1, text: nil))
    #expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)
  }

  nonisolated(nonsending) func upsertWithAssignments(_ database: Database) async throws {
    for _ in 1...2 {
      try await database.run(
        SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in
          row.n = row.n + new.n
          row.text = "\(number)"
        })
    }
    #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "7"))
  }

  nonisolated(nonsending) func deleteRecord(_ database: Database) async throws {
    let note = try await database.insert(Note(id: 1, n: number, text: nil))
    #expect(try await database.delete(note).affectedRows == 1)
  }

  nonisolated(nonsending) func deleteQuery(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    #expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)
  }

  nonisolated(nonsending) func find(_ database: Database) async throws {
    #expect(try await database.find(Note.self, Int64(number)) == nil)
  }

  nonisolated(nonsending) func exists(_ database: Database) async throws {
    #expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))
  }

  nonisolated(nonsending) func createTable(_ database: Database) async throws {
    try await database.createTable(Extra.self)
    #expect(try await database.fetchCount(Extra.all) == 0)
  }

  nonisolated(nonsending) func fetchAll(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    let found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })
    #expect(found.map(\.n) == [7])
  }

  nonisolated(nonsending) func fetchSelected(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    let found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })
    #expect(found.first?.0 == 14)
  }

  nonisolated(nonsending) func fetchJoined(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    try await database.insert(Tag(id: 2, noteID: 1, name: "x"))
    let found = try await database.fetchAll(
      Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }
        .map { note, tag in "\(note.n)\(tag.name ?? "")" })
    #expect(found == ["7x"])
  }

  nonisolated(nonsending) func fetchOne(_ database: Database) async throws {
    #expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))
  }

  nonisolated(nonsending) func fetchCount(_ database: Database) async throws {
    #expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)
  }

  nonisolated(nonsending) func rows(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    var sum = 0
    for try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }
    #expect(sum == 7)
  }

  nonisolated(nonsending) func rowsWithAnIterator(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    var iterator = database.rows(Note.all).makeAsyncIterator()
    #expect(try await iterator.next()?.n == 7)
    #expect(try await iterator.next() == nil)
  }

  nonisolated(nonsending) func run(_ database: Database) async throws {
    let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))
    #expect(stored.first?.0 == 7)
  }

  nonisolated(nonsending) func runUpdate(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: 1, text: nil))
    try await database.run(SQLUpdate(Note.all) { $0.n = number })
    #expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)
  }

  nonisolated(nonsending) func execute(_ database: Database) async throws {
    try await database.execute("INSERT INTO Note (n) VALUES (\(number))")
    #expect(try await database.fetchCount(Note.all) == 1)
  }

  nonisolated(nonsending) func executeScript(_ database: Database) async throws {
    try await database.executeScript("INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)")
    #expect(try await database.fetchCount(Note.all) == 2)
  }

  nonisolated(nonsending) func batch(_ database: Database) async throws {
    try await database.batch {
      $0.insert(Note(id: 1, n: number, text: nil))
      $0.insert(Note(id: 1, n: 0, text: nil), or: .ignore)
      $0.update(Note.all) { $0.n += number }
      $0.upsert(Note(id: 2, n: number, text: nil))
      $0.execute("UPDATE Note SET text = \(number)")
      $0.delete(Note.where { $0.n == number })
    }
    #expect(try await database.fetchAll(Note.all) == [Note(id: 1, n: 14, text: "7")])
  }

  nonisolated(nonsending) func readBody(_ database: Database) async throws {
    let copy = number
    let count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }
    #expect(count == 0)
  }

  nonisolated(nonsending) func readAsynchronousBody(_ database: Database) async throws {
    let copy = number
    let count = try await database.read { transaction in
      try await transaction.fetchCount(Note.where { $0.n == copy })
    }
    #expect(count == 0)
  }

  nonisolated(nonsending) func writeBody(_ database: Database) async throws {
    let copy = number
    let stored = try await database.write { session in
      let note = try session.insert(Note(id: 0, n: copy, text: nil))
      try session.update(Note.all) { $0.n += copy }
      try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: "s")) }
      return note
    }
    #expect(stored.n == 7)
  }

  nonisolated(nonsending) func writeAsynchronousBody(_ database: Database) async throws {
    let copy = number
    let sum = try await database.write { transaction in
      try await transaction.insert(Note(id: 0, n: copy, text: nil))
      try await transaction.update(Note.all) { $0.n += copy }
      try await transaction.savepoint { try await $0.delete(Note.where { $0.n == 0 }) }
      var sum = 0
      for try await note in transaction.rows(Note.all) { sum += note.n }
      return sum
    }
    #expect(sum == 14)
  }

  nonisolated(nonsending) func withoutTransaction(_ database: Database) async throws {
    try await database.withoutTransaction { session in _ = try session.execute("VACUUM") }
  }

  nonisolated(nonsending) func preparedStatement(_ database: Database) async throws {
    let copy = number
    let sum = try await database.write { session in
      let statement = try session.prepare("INSERT INTO Note (n) VALUES (?)")
      for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }
      return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil
    }
    #expect(sum == 10)
  }

  nonisolated(nonsending) func cursor(_ database: Database) async throws {
    let copy = number
    let first = try await database.read { session in
      let cursor = try session.cursor(Note.where { $0.n == copy })
      return try cursor.next()?.n
    }
    #expect(first == nil)
  }

  nonisolated(nonsending) func forEachRow(_ database: Database) async throws {
    let copy = number
    let sum = try await database.read { session in
      var sum = 0
      try session.forEachRow(Note.where { $0.n == copy }) { note in
        sum += note.n
        return true
      }
      return sum
    }
    #expect(sum == 0)
  }

  nonisolated(nonsending) func lease(_ database: Database) async throws {
    let copy = number
    let lease = try await database.lease()
    let count = try await lease.withSession { session in
      try session.insert(Note(id: 0, n: copy, text: nil))
      return try session.fetchCount(Note.all)
    }
    await lease.giveBack()
    #expect(count == 1)
  }

  nonisolated(nonsending) func commonTable(_ database: Database) async throws {
    let high = SQLCommonTable(Extra.self, named: "high", as: Note.where { $0.n > number }.select { $0.id })
    #expect(try await database.fetchCount(high.all) == 0)
  }

  nonisolated(nonsending) func closesWhenDone(_ database: Database) async throws {
    await database.close()
    await #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }
  }

}

extension IsolationTests {
  @Test("Every verb: CallersActor", arguments: FormEngine.allCases)
  func callersActor(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in try await CallersActor().insertRecord(database) }
    try await engine.withNotes { database in try await CallersActor().insertRecords(database) }
    try await engine.withNotes { database in try await CallersActor().insertOrIgnore(database) }
    try await engine.withNotes { database in try await CallersActor().updateRecord(database) }
    try await engine.withNotes { database in try await CallersActor().updateQuery(database) }
    try await engine.withNotes { database in try await CallersActor().upsert(database) }
    try await engine.withNotes { database in try await CallersActor().upsertWithAssignments(database) }
    try await engine.withNotes { database in try await CallersActor().deleteRecord(database) }
    try await engine.withNotes { database in try await CallersActor().deleteQuery(database) }
    try await engine.withNotes { database in try await CallersActor().find(database) }
    try await engine.withNotes { database in try await CallersActor().exists(database) }
    try await engine.withNotes { database in try await CallersActor().createTable(database) }
    try await engine.withNotes { database in try await CallersActor().fetchAll(database) }
    try await engine.withNotes { database in try await CallersActor().fetchSelected(database) }
    try await engine.withNotes { database in try await CallersActor().fetchJoined(database) }
    try await engine.withNotes { database in try await CallersActor().fetchOne(database) }
    try await engine.withNotes { database in try await CallersActor().fetchCount(database) }
    try await engine.withNotes { database in try await CallersActor().rows(database) }
    try await engine.withNotes { database in try await CallersActor().rowsWithAnIterator(database) }
    try await engine.withNotes { database in try await CallersActor().run(database) }
    try await engine.withNotes { database in try await CallersActor().runUpdate(database) }
    try await engine.withNotes { database in try await CallersActor().execute(database) }
    try await engine.withNotes { database in try await CallersActor().executeScript(database) }
    try await engine.withNotes { database in try await CallersActor().batch(database) }
    try await engine.withNotes { database in try await CallersActor().readBody(database) }
    try await engine.withNotes { database in try await CallersActor().readAsynchronousBody(database) }
    try await engine.withNotes { database in try await CallersActor().writeBody(database) }
    try await engine.withNotes { database in try await CallersActor().writeAsynchronousBody(database) }
    try await engine.withNotes { database in try await CallersActor().withoutTransaction(database) }
    try await engine.withNotes { database in try await CallersActor().preparedStatement(database) }
    try await engine.withNotes { database in try await CallersActor().cursor(database) }
    try await engine.withNotes { database in try await CallersActor().forEachRow(database) }
    try await engine.withNotes { database in try await CallersActor().lease(database) }
    try await engine.withNotes { database in try await CallersActor().commonTable(database) }
    try await engine.withNotes { database in try await CallersActor().closesWhenDone(database) }
  }
}
