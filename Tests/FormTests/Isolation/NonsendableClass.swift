// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.

import Quarry
import Testing

final class NonsendableClass {
  var number = 7
  func insertRecord(_ database: Database) async throws {
    let stored = try await database.insert(Note(id: 0, n: number, text: nil))
    #expect(stored.n == 7)
  }

  func insertRecords(_ database: Database) async throws {
    let result = try await database.insert([Note(id: 1, n: number, text: nil)])
    #expect(result.affectedRows == 1)
  }

  func insertOrIgnore(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    let ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)
    #expect(ignored == nil)
  }

  func updateRecord(_ database: Database) async throws {
    let note = try await database.insert(Note(id: 1, n: 1, text: nil))
    try await database.update(Note(id: note.id, n: number, text: "x"))
    #expect(try await database.find(Note.self, note.id)?.n == 7)
  }

  func updateQuery(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: 1, text: nil))
    try await database.update(Note.all) { $0.n = 1 }
    try await database.update(Note.where { $0.n < number }) {
      $0.n = number
      $0.text = "a"
    }
    try await database.update(Note.all) { $0.n += number }
    #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "a"))
  }

  func upsert(_ database: Database) async throws {
    try await database.upsert(Note(id: 1, n: number, text: nil))
    try await database.upsert(Note(id: 1, n: number + 1, text: nil))
    #expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)
  }

  func upsertWithAssignments(_ database: Database) async throws {
    for _ in 1...2 {
      try await database.run(
        SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in
          row.n = row.n + new.n
          row.text = "\(number)"
        })
    }
    #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "7"))
  }

  func deleteRecord(_ database: Database) async throws {
    let note = try await database.insert(Note(id: 1, n: number, text: nil))
    #expect(try await database.delete(note).affectedRows == 1)
  }

  func deleteQuery(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    #expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)
  }

  func find(_ database: Database) async throws {
    #expect(try await database.find(Note.self, Int64(number)) == nil)
  }

  func exists(_ database: Database) async throws {
    #expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))
  }

  func createTable(_ database: Database) async throws {
    try await database.createTable(Extra.self)
    #expect(try await database.fetchCount(Extra.all) == 0)
  }

  func fetchAll(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    let found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })
    #expect(found.map(\.n) == [7])
  }

  func fetchSelected(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    let found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })
    #expect(found.first?.0 == 14)
  }

  func fetchJoined(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    try await database.insert(Tag(id: 2, noteID: 1, name: "x"))
    let found = try await database.fetchAll(
      Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }
        .map { note, tag in "\(note.n)\(tag.name ?? "")" })
    #expect(found == ["7x"])
  }

  func fetchOne(_ database: Database) async throws {
    #expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))
  }

  func fetchCount(_ database: Database) async throws {
    #expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)
  }

  func rows(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    var sum = 0
    for try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }
    #expect(sum == 7)
  }

  func rowsWithAnIterator(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: number, text: nil))
    var iterator = database.rows(Note.all).makeAsyncIterator()
    #expect(try await iterator.next()?.n == 7)
    #expect(try await iterator.next() == nil)
  }

  func run(_ database: Database) async throws {
    let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))
    #expect(stored.first?.0 == 7)
  }

  func runUpdate(_ database: Database) async throws {
    try await database.insert(Note(id: 1, n: 1, text: nil))
    try await database.run(SQLUpdate(Note.all) { $0.n = number })
    #expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)
  }

  func execute(_ database: Database) async throws {
    try await database.execute("INSERT INTO Note (n) VALUES (\(number))")
    #expect(try await database.fetchCount(Note.all) == 1)
  }

  func executeScript(_ database: Database) async throws {
    try await database.executeScript("INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)")
    #expect(try await database.fetchCount(Note.all) == 2)
  }

  func batch(_ database: Database) async throws {
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

  func readBody(_ database: Database) async throws {
    let copy = number
    let count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }
    #expect(count == 0)
  }

  func readAsynchronousBody(_ database: Database) async throws {
    let copy = number
    let count = try await database.read { transaction in
      try await transaction.fetchCount(Note.where { $0.n == copy })
    }
    #expect(count == 0)
  }

  func writeBody(_ database: Database) async throws {
    let copy = number
    let stored = try await database.write { session in
      let note = try session.insert(Note(id: 0, n: copy, text: nil))
      try session.update(Note.all) { $0.n += copy }
      try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: "s")) }
      return note
    }
    #expect(stored.n == 7)
  }

  func writeAsynchronousBody(_ database: Database) async throws {
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

  func withoutTransaction(_ database: Database) async throws {
    try await database.withoutTransaction { session in _ = try session.execute("VACUUM") }
  }

  func preparedStatement(_ database: Database) async throws {
    let copy = number
    let sum = try await database.write { session in
      let statement = try session.prepare("INSERT INTO Note (n) VALUES (?)")
      for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }
      return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil
    }
    #expect(sum == 10)
  }

  func cursor(_ database: Database) async throws {
    let copy = number
    let first = try await database.read { session in
      let cursor = try session.cursor(Note.where { $0.n == copy })
      return try cursor.next()?.n
    }
    #expect(first == nil)
  }

  func forEachRow(_ database: Database) async throws {
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

  func lease(_ database: Database) async throws {
    let copy = number
    let lease = try await database.lease()
    let count = try await lease.withSession { session in
      try session.insert(Note(id: 0, n: copy, text: nil))
      return try session.fetchCount(Note.all)
    }
    await lease.giveBack()
    #expect(count == 1)
  }

  func commonTable(_ database: Database) async throws {
    let high = SQLCommonTable(Extra.self, named: "high", as: Note.where { $0.n > number }.select { $0.id })
    #expect(try await database.fetchCount(high.all) == 0)
  }

  func closesWhenDone(_ database: Database) async throws {
    await database.close()
    await #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }
  }

}

extension IsolationTests {
  @Test("Every verb: NonsendableClass", arguments: FormEngine.allCases)
  func nonsendableClass(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in try await NonsendableClass().insertRecord(database) }
    try await engine.withNotes { database in try await NonsendableClass().insertRecords(database) }
    try await engine.withNotes { database in try await NonsendableClass().insertOrIgnore(database) }
    try await engine.withNotes { database in try await NonsendableClass().updateRecord(database) }
    try await engine.withNotes { database in try await NonsendableClass().updateQuery(database) }
    try await engine.withNotes { database in try await NonsendableClass().upsert(database) }
    try await engine.withNotes { database in try await NonsendableClass().upsertWithAssignments(database) }
    try await engine.withNotes { database in try await NonsendableClass().deleteRecord(database) }
    try await engine.withNotes { database in try await NonsendableClass().deleteQuery(database) }
    try await engine.withNotes { database in try await NonsendableClass().find(database) }
    try await engine.withNotes { database in try await NonsendableClass().exists(database) }
    try await engine.withNotes { database in try await NonsendableClass().createTable(database) }
    try await engine.withNotes { database in try await NonsendableClass().fetchAll(database) }
    try await engine.withNotes { database in try await NonsendableClass().fetchSelected(database) }
    try await engine.withNotes { database in try await NonsendableClass().fetchJoined(database) }
    try await engine.withNotes { database in try await NonsendableClass().fetchOne(database) }
    try await engine.withNotes { database in try await NonsendableClass().fetchCount(database) }
    try await engine.withNotes { database in try await NonsendableClass().rows(database) }
    try await engine.withNotes { database in try await NonsendableClass().rowsWithAnIterator(database) }
    try await engine.withNotes { database in try await NonsendableClass().run(database) }
    try await engine.withNotes { database in try await NonsendableClass().runUpdate(database) }
    try await engine.withNotes { database in try await NonsendableClass().execute(database) }
    try await engine.withNotes { database in try await NonsendableClass().executeScript(database) }
    try await engine.withNotes { database in try await NonsendableClass().batch(database) }
    try await engine.withNotes { database in try await NonsendableClass().readBody(database) }
    try await engine.withNotes { database in try await NonsendableClass().readAsynchronousBody(database) }
    try await engine.withNotes { database in try await NonsendableClass().writeBody(database) }
    try await engine.withNotes { database in try await NonsendableClass().writeAsynchronousBody(database) }
    try await engine.withNotes { database in try await NonsendableClass().withoutTransaction(database) }
    try await engine.withNotes { database in try await NonsendableClass().preparedStatement(database) }
    try await engine.withNotes { database in try await NonsendableClass().cursor(database) }
    try await engine.withNotes { database in try await NonsendableClass().forEachRow(database) }
    try await engine.withNotes { database in try await NonsendableClass().lease(database) }
    try await engine.withNotes { database in try await NonsendableClass().commonTable(database) }
    try await engine.withNotes { database in try await NonsendableClass().closesWhenDone(database) }
  }
}
