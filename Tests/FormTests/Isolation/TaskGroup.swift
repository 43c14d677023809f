// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.

import Quarry
import Testing

enum TaskGroupChild {
  static func insertRecord(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let stored = try await database.insert(Note(id: 0, n: number, text: nil))
        #expect(stored.n == 7)
      }
      try await group.waitForAll()
    }
  }

  static func insertRecords(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let result = try await database.insert([Note(id: 1, n: number, text: nil)])
        #expect(result.affectedRows == 1)
      }
      try await group.waitForAll()
    }
  }

  static func insertOrIgnore(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        let ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)
        #expect(ignored == nil)
      }
      try await group.waitForAll()
    }
  }

  static func updateRecord(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let note = try await database.insert(Note(id: 1, n: 1, text: nil))
        try await database.update(Note(id: note.id, n: number, text: "x"))
        #expect(try await database.find(Note.self, note.id)?.n == 7)
      }
      try await group.waitForAll()
    }
  }

  static func updateQuery(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: 1, text: nil))
        try await database.update(Note.all) { $0.n = 1 }
        try await database.update(Note.where { $0.n < number }) {
          $0.n = number
          $0.text = "a"
        }
        try await database.update(Note.all) { $0.n += number }
        #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "a"))
      }
      try await group.waitForAll()
    }
  }

  static func upsert(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.upsert(Note(id: 1, n: number, text: nil))
        try await database.upsert(Note(id: 1, n: number + 1, text: nil))
        #expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)
      }
      try await group.waitForAll()
    }
  }

  static func upsertWithAssignments(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        for _ in 1...2 {
          try await database.run(
            SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in
              row.n = row.n + new.n
              row.text = "\(number)"
            })
        }
        #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "7"))
      }
      try await group.waitForAll()
    }
  }

  static func deleteRecord(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let note = try await database.insert(Note(id: 1, n: number, text: nil))
        #expect(try await database.delete(note).affectedRows == 1)
      }
      try await group.waitForAll()
    }
  }

  static func deleteQuery(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        #expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)
      }
      try await group.waitForAll()
    }
  }

  static func find(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        #expect(try await database.find(Note.self, Int64(number)) == nil)
      }
      try await group.waitForAll()
    }
  }

  static func exists(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        #expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))
      }
      try await group.waitForAll()
    }
  }

  static func createTable(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.createTable(Extra.self)
        #expect(try await database.fetchCount(Extra.all) == 0)
      }
      try await group.waitForAll()
    }
  }

  static func fetchAll(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        let found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })
        #expect(found.map(\.n) == [7])
      }
      try await group.waitForAll()
    }
  }

  static func fetchSelected(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        let found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })
        #expect(found.first?.0 == 14)
      }
      try await group.waitForAll()
    }
  }

  static func fetchJoined(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        try await database.insert(Tag(id: 2, noteID: 1, name: "x"))
        let found = try await database.fetchAll(
          Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }
            .map { note, tag in "\(note.n)\(tag.name ?? "")" })
        #expect(found == ["7x"])
      }
      try await group.waitForAll()
    }
  }

  static func fetchOne(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        #expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))
      }
      try await group.waitForAll()
    }
  }

  static func fetchCount(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        #expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)
      }
      try await group.waitForAll()
    }
  }

  static func rows(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        var sum = 0
        for try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }
        #expect(sum == 7)
      }
      try await group.waitForAll()
    }
  }

  static func rowsWithAnIterator(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: number, text: nil))
        var iterator = database.rows(Note.all).makeAsyncIterator()
        #expect(try await iterator.next()?.n == 7)
        #expect(try await iterator.next() == nil)
      }
      try await group.waitForAll()
    }
  }

  static func run(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))
        #expect(stored.first?.0 == 7)
      }
      try await group.waitForAll()
    }
  }

  static func runUpdate(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.insert(Note(id: 1, n: 1, text: nil))
        try await database.run(SQLUpdate(Note.all) { $0.n = number })
        #expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)
      }
      try await group.waitForAll()
    }
  }

  static func execute(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.execute("INSERT INTO Note (n) VALUES (\(number))")
        #expect(try await database.fetchCount(Note.all) == 1)
      }
      try await group.waitForAll()
    }
  }

  static func executeScript(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.executeScript("INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)")
        #expect(try await database.fetchCount(Note.all) == 2)
      }
      try await group.waitForAll()
    }
  }

  static func batch(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
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
      try await group.waitForAll()
    }
  }

  static func readBody(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let copy = number
        let count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }
        #expect(count == 0)
      }
      try await group.waitForAll()
    }
  }

  static func readAsynchronousBody(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let copy = number
        let count = try await database.read { transaction in
          try await transaction.fetchCount(Note.where { $0.n == copy })
        }
        #expect(count == 0)
      }
      try await group.waitForAll()
    }
  }

  static func writeBody(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let copy = number
        let stored = try await database.write { session in
          let note = try session.insert(Note(id: 0, n: copy, text: nil))
          try session.update(Note.all) { $0.n += copy }
          try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: "s")) }
          return note
        }
        #expect(stored.n == 7)
      }
      try await group.waitForAll()
    }
  }

  static func writeAsynchronousBody(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
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
      try await group.waitForAll()
    }
  }

  static func withoutTransaction(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        try await database.withoutTransaction { session in _ = try session.execute("VACUUM") }
      }
      try await group.waitForAll()
    }
  }

  static func preparedStatement(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let copy = number
        let sum = try await database.write { session in
          let statement = try session.prepare("INSERT INTO Note (n) VALUES (?)")
          for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }
          return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil
        }
        #expect(sum == 10)
      }
      try await group.waitForAll()
    }
  }

  static func cursor(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let copy = number
        let first = try await database.read { session in
          let cursor = try session.cursor(Note.where { $0.n == copy })
          return try cursor.next()?.n
        }
        #expect(first == nil)
      }
      try await group.waitForAll()
    }
  }

  static func forEachRow(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
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
      try await group.waitForAll()
    }
  }

  static func lease(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let copy = number
        let lease = try await database.lease()
        let count = try await lease.withSession { session in
          try session.insert(Note(id: 0, n: copy, text: nil))
          return try session.fetchCount(Note.all)
        }
        await lease.giveBack()
        #expect(count == 1)
      }
      try await group.waitForAll()
    }
  }

  static func commonTable(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        let high = SQLCommonTable(Extra.self, named: "high", as: Note.where { $0.n > number }.select { $0.id })
        #expect(try await database.fetchCount(high.all) == 0)
      }
      try await group.waitForAll()
    }
  }

  static func closesWhenDone(_ database: Database, number: Int = 7) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { () async throws in
        await database.close()
        await #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }
      }
      try await group.waitForAll()
    }
  }

}

extension IsolationTests {
  @Test("Every verb: TaskGroup", arguments: FormEngine.allCases)
  func taskGroup(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in try await TaskGroupChild.insertRecord(database) }
    try await engine.withNotes { database in try await TaskGroupChild.insertRecords(database) }
    try await engine.withNotes { database in try await TaskGroupChild.insertOrIgnore(database) }
    try await engine.withNotes { database in try await TaskGroupChild.updateRecord(database) }
    try await engine.withNotes { database in try await TaskGroupChild.updateQuery(database) }
    try await engine.withNotes { database in try await TaskGroupChild.upsert(database) }
    try await engine.withNotes { database in try await TaskGroupChild.upsertWithAssignments(database) }
    try await engine.withNotes { database in try await TaskGroupChild.deleteRecord(database) }
    try await engine.withNotes { database in try await TaskGroupChild.deleteQuery(database) }
    try await engine.withNotes { database in try await TaskGroupChild.find(database) }
    try await engine.withNotes { database in try await TaskGroupChild.exists(database) }
    try await engine.withNotes { database in try await TaskGroupChild.createTable(database) }
    try await engine.withNotes { database in try await TaskGroupChild.fetchAll(database) }
    try await engine.withNotes { database in try await TaskGroupChild.fetchSelected(database) }
    try await engine.withNotes { database in try await TaskGroupChild.fetchJoined(database) }
    try await engine.withNotes { database in try await TaskGroupChild.fetchOne(database) }
    try await engine.withNotes { database in try await TaskGroupChild.fetchCount(database) }
    try await engine.withNotes { database in try await TaskGroupChild.rows(database) }
    try await engine.withNotes { database in try await TaskGroupChild.rowsWithAnIterator(database) }
    try await engine.withNotes { database in try await TaskGroupChild.run(database) }
    try await engine.withNotes { database in try await TaskGroupChild.runUpdate(database) }
    try await engine.withNotes { database in try await TaskGroupChild.execute(database) }
    try await engine.withNotes { database in try await TaskGroupChild.executeScript(database) }
    try await engine.withNotes { database in try await TaskGroupChild.batch(database) }
    try await engine.withNotes { database in try await TaskGroupChild.readBody(database) }
    try await engine.withNotes { database in try await TaskGroupChild.readAsynchronousBody(database) }
    try await engine.withNotes { database in try await TaskGroupChild.writeBody(database) }
    try await engine.withNotes { database in try await TaskGroupChild.writeAsynchronousBody(database) }
    try await engine.withNotes { database in try await TaskGroupChild.withoutTransaction(database) }
    try await engine.withNotes { database in try await TaskGroupChild.preparedStatement(database) }
    try await engine.withNotes { database in try await TaskGroupChild.cursor(database) }
    try await engine.withNotes { database in try await TaskGroupChild.forEachRow(database) }
    try await engine.withNotes { database in try await TaskGroupChild.lease(database) }
    try await engine.withNotes { database in try await TaskGroupChild.commonTable(database) }
    try await engine.withNotes { database in try await TaskGroupChild.closesWhenDone(database) }
  }
}
