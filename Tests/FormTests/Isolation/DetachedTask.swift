// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.

import Quarry
import Testing

enum DetachedTask {
  static func insertRecord(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let stored = try await database.insert(Note(id: 0, n: number, text: nil))
      #expect(stored.n == 7)
    }.value
  }

  static func insertRecords(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let result = try await database.insert([Note(id: 1, n: number, text: nil)])
      #expect(result.affectedRows == 1)
    }.value
  }

  static func insertOrIgnore(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      let ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)
      #expect(ignored == nil)
    }.value
  }

  static func updateRecord(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let note = try await database.insert(Note(id: 1, n: 1, text: nil))
      try await database.update(Note(id: note.id, n: number, text: "x"))
      #expect(try await database.find(Note.self, note.id)?.n == 7)
    }.value
  }

  static func updateQuery(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: 1, text: nil))
      try await database.update(Note.all) { $0.n = 1 }
      try await database.update(Note.where { $0.n < number }) {
        $0.n = number
        $0.text = "a"
      }
      try await database.update(Note.all) { $0.n += number }
      #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "a"))
    }.value
  }

  static func upsert(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.upsert(Note(id: 1, n: number, text: nil))
      try await database.upsert(Note(id: 1, n: number + 1, text: nil))
      #expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)
    }.value
  }

  static func upsertWithAssignments(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      for _ in 1...2 {
        try await database.run(
          SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in
            row.n = row.n + new.n
            row.text = "\(number)"
          })
      }
      #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "7"))
    }.value
  }

  static func deleteRecord(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let note = try await database.insert(Note(id: 1, n: number, text: nil))
      #expect(try await database.delete(note).affectedRows == 1)
    }.value
  }

  static func deleteQuery(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      #expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)
    }.value
  }

  static func find(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      #expect(try await database.find(Note.self, Int64(number)) == nil)
    }.value
  }

  static func exists(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      #expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))
    }.value
  }

  static func createTable(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.createTable(Extra.self)
      #expect(try await database.fetchCount(Extra.all) == 0)
    }.value
  }

  static func fetchAll(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      let found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })
      #expect(found.map(\.n) == [7])
    }.value
  }

  static func fetchSelected(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      let found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })
      #expect(found.first?.0 == 14)
    }.value
  }

  static func fetchJoined(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      try await database.insert(Tag(id: 2, noteID: 1, name: "x"))
      let found = try await database.fetchAll(
        Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }
          .map { note, tag in "\(note.n)\(tag.name ?? "")" })
      #expect(found == ["7x"])
    }.value
  }

  static func fetchOne(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      #expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))
    }.value
  }

  static func fetchCount(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      #expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)
    }.value
  }

  static func rows(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      var sum = 0
      for try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }
      #expect(sum == 7)
    }.value
  }

  static func rowsWithAnIterator(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: number, text: nil))
      var iterator = database.rows(Note.all).makeAsyncIterator()
      #expect(try await iterator.next()?.n == 7)
      #expect(try await iterator.next() == nil)
    }.value
  }

  static func run(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))
      #expect(stored.first?.0 == 7)
    }.value
  }

  static func runUpdate(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.insert(Note(id: 1, n: 1, text: nil))
      try await database.run(SQLUpdate(Note.all) { $0.n = number })
      #expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)
    }.value
  }

  static func execute(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.execute("INSERT INTO Note (n) VALUES (\(number))")
      #expect(try await database.fetchCount(Note.all) == 1)
    }.value
  }

  static func executeScript(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.executeScript("INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)")
      #expect(try await database.fetchCount(Note.all) == 2)
    }.value
  }

  static func batch(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.batch {
        $0.insert(Note(id: 1, n: number, text: nil))
        $0.insert(Note(id: 1, n: 0, text: nil), or: .ignore)
        $0.update(Note.all) { $0.n += number }
        $0.upsert(Note(id: 2, n: number, text: nil))
        $0.execute("UPDATE Note SET text = \(number)")
        $0.delete(Note.where { $0.n == number })
      }
      #expect(try await database.fetchAll(Note.all) == [Note(id: 1, n: 14, text: "7")])
    }.value
  }

  static func readBody(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let copy = number
      let count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }
      #expect(count == 0)
    }.value
  }

  static func readAsynchronousBody(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let copy = number
      let count = try await database.read { transaction in
        try await transaction.fetchCount(Note.where { $0.n == copy })
      }
      #expect(count == 0)
    }.value
  }

  static func writeBody(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let copy = number
      let stored = try await database.write { session in
        let note = try session.insert(Note(id: 0, n: copy, text: nil))
        try session.update(Note.all) { $0.n += copy }
        try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: "s")) }
        return note
      }
      #expect(stored.n == 7)
    }.value
  }

  static func writeAsynchronousBody(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
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
    }.value
  }

  static func withoutTransaction(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      try await database.withoutTransaction { session in _ = try session.execute("VACUUM") }
    }.value
  }

  static func preparedStatement(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let copy = number
      let sum = try await database.write { session in
        let statement = try session.prepare("INSERT INTO Note (n) VALUES (?)")
        for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }
        return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil
      }
      #expect(sum == 10)
    }.value
  }

  static func cursor(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let copy = number
      let first = try await database.read { session in
        let cursor = try session.cursor(Note.where { $0.n == copy })
        return try cursor.next()?.n
      }
      #expect(first == nil)
    }.value
  }

  static func forEachRow(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
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
    }.value
  }

  static func lease(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let copy = number
      let lease = try await database.lease()
      let count = try await lease.withSession { session in
        try session.insert(Note(id: 0, n: copy, text: nil))
        return try session.fetchCount(Note.all)
      }
      await lease.giveBack()
      #expect(count == 1)
    }.value
  }

  static func commonTable(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      let high = SQLCommonTable(Extra.self, named: "high", as: Note.where { $0.n > number }.select { $0.id })
      #expect(try await database.fetchCount(high.all) == 0)
    }.value
  }

  static func closesWhenDone(_ database: Database, number: Int = 7) async throws {
    try await Task.detached { () async throws in
      await database.close()
      await #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }
    }.value
  }

}

extension IsolationTests {
  @Test("Every verb: DetachedTask", arguments: FormEngine.allCases)
  func detachedTask(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in try await DetachedTask.insertRecord(database) }
    try await engine.withNotes { database in try await DetachedTask.insertRecords(database) }
    try await engine.withNotes { database in try await DetachedTask.insertOrIgnore(database) }
    try await engine.withNotes { database in try await DetachedTask.updateRecord(database) }
    try await engine.withNotes { database in try await DetachedTask.updateQuery(database) }
    try await engine.withNotes { database in try await DetachedTask.upsert(database) }
    try await engine.withNotes { database in try await DetachedTask.upsertWithAssignments(database) }
    try await engine.withNotes { database in try await DetachedTask.deleteRecord(database) }
    try await engine.withNotes { database in try await DetachedTask.deleteQuery(database) }
    try await engine.withNotes { database in try await DetachedTask.find(database) }
    try await engine.withNotes { database in try await DetachedTask.exists(database) }
    try await engine.withNotes { database in try await DetachedTask.createTable(database) }
    try await engine.withNotes { database in try await DetachedTask.fetchAll(database) }
    try await engine.withNotes { database in try await DetachedTask.fetchSelected(database) }
    try await engine.withNotes { database in try await DetachedTask.fetchJoined(database) }
    try await engine.withNotes { database in try await DetachedTask.fetchOne(database) }
    try await engine.withNotes { database in try await DetachedTask.fetchCount(database) }
    try await engine.withNotes { database in try await DetachedTask.rows(database) }
    try await engine.withNotes { database in try await DetachedTask.rowsWithAnIterator(database) }
    try await engine.withNotes { database in try await DetachedTask.run(database) }
    try await engine.withNotes { database in try await DetachedTask.runUpdate(database) }
    try await engine.withNotes { database in try await DetachedTask.execute(database) }
    try await engine.withNotes { database in try await DetachedTask.executeScript(database) }
    try await engine.withNotes { database in try await DetachedTask.batch(database) }
    try await engine.withNotes { database in try await DetachedTask.readBody(database) }
    try await engine.withNotes { database in try await DetachedTask.readAsynchronousBody(database) }
    try await engine.withNotes { database in try await DetachedTask.writeBody(database) }
    try await engine.withNotes { database in try await DetachedTask.writeAsynchronousBody(database) }
    try await engine.withNotes { database in try await DetachedTask.withoutTransaction(database) }
    try await engine.withNotes { database in try await DetachedTask.preparedStatement(database) }
    try await engine.withNotes { database in try await DetachedTask.cursor(database) }
    try await engine.withNotes { database in try await DetachedTask.forEachRow(database) }
    try await engine.withNotes { database in try await DetachedTask.lease(database) }
    try await engine.withNotes { database in try await DetachedTask.commonTable(database) }
    try await engine.withNotes { database in try await DetachedTask.closesWhenDone(database) }
  }
}
