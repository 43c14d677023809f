// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.

import Quarry
import Testing

@MainActor private func mainActorFunction_insertRecord(_ database: Database, number: Int = 7) async throws {
  let stored = try await database.insert(Note(id: 0, n: number, text: nil))
  #expect(stored.n == 7)
}

@MainActor private func mainActorFunction_insertRecords(_ database: Database, number: Int = 7) async throws {
  let result = try await database.insert([Note(id: 1, n: number, text: nil)])
  #expect(result.affectedRows == 1)
}

@MainActor private func mainActorFunction_insertOrIgnore(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  let ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)
  #expect(ignored == nil)
}

@MainActor private func mainActorFunction_updateRecord(_ database: Database, number: Int = 7) async throws {
  let note = try await database.insert(Note(id: 1, n: 1, text: nil))
  try await database.update(Note(id: note.id, n: number, text: "x"))
  #expect(try await database.find(Note.self, note.id)?.n == 7)
}

@MainActor private func mainActorFunction_updateQuery(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: 1, text: nil))
  try await database.update(Note.all) { $0.n = 1 }
  try await database.update(Note.where { $0.n < number }) {
    $0.n = number
    $0.text = "a"
  }
  try await database.update(Note.all) { $0.n += number }
  #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "a"))
}

@MainActor private func mainActorFunction_upsert(_ database: Database, number: Int = 7) async throws {
  try await database.upsert(Note(id: 1, n: number, text: nil))
  try await database.upsert(Note(id: 1, n: number + 1, text: nil))
  #expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)
}

@MainActor private func mainActorFunction_upsertWithAssignments(_ database: Database, number: Int = 7) async throws {
  for _ in 1...2 {
    try await database.run(
      SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in
        row.n = row.n + new.n
        row.text = "\(number)"
      })
  }
  #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "7"))
}

@MainActor private func mainActorFunction_deleteRecord(_ database: Database, number: Int = 7) async throws {
  let note = try await database.insert(Note(id: 1, n: number, text: nil))
  #expect(try await database.delete(note).affectedRows == 1)
}

@MainActor private func mainActorFunction_deleteQuery(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  #expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)
}

@MainActor private func mainActorFunction_find(_ database: Database, number: Int = 7) async throws {
  #expect(try await database.find(Note.self, Int64(number)) == nil)
}

@MainActor private func mainActorFunction_exists(_ database: Database, number: Int = 7) async throws {
  #expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))
}

@MainActor private func mainActorFunction_createTable(_ database: Database, number: Int = 7) async throws {
  try await database.createTable(Extra.self)
  #expect(try await database.fetchCount(Extra.all) == 0)
}

@MainActor private func mainActorFunction_fetchAll(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  let found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })
  #expect(found.map(\.n) == [7])
}

@MainActor private func mainActorFunction_fetchSelected(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  let found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })
  #expect(found.first?.0 == 14)
}

@MainActor private func mainActorFunction_fetchJoined(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  try await database.insert(Tag(id: 2, noteID: 1, name: "x"))
  let found = try await database.fetchAll(
    Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }
      .map { note, tag in "\(note.n)\(tag.name ?? "")" })
  #expect(found == ["7x"])
}

@MainActor private func mainActorFunction_fetchOne(_ database: Database, number: Int = 7) async throws {
  #expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))
}

@MainActor private func mainActorFunction_fetchCount(_ database: Database, number: Int = 7) async throws {
  #expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)
}

@MainActor private func mainActorFunction_rows(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  var sum = 0
  for try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }
  #expect(sum == 7)
}

@MainActor private func mainActorFunction_rowsWithAnIterator(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  var iterator = database.rows(Note.all).makeAsyncIterator()
  #expect(try await iterator.next()?.n == 7)
  #expect(try await iterator.next() == nil)
}

@MainActor private func mainActorFunction_run(_ database: Database, number: Int = 7) async throws {
  let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))
  #expect(stored.first?.0 == 7)
}

@MainActor private func mainActorFunction_runUpdate(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: 1, text: nil))
  try await database.run(SQLUpdate(Note.all) { $0.n = number })
  #expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)
}

@MainActor private func mainActorFunction_execute(_ database: Database, number: Int = 7) async throws {
  try await database.execute("INSERT INTO Note (n) VALUES (\(number))")
  #expect(try await database.fetchCount(Note.all) == 1)
}

@MainActor private func mainActorFunction_executeScript(_ database: Database, number: Int = 7) async throws {
  try await database.executeScript("INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)")
  #expect(try await database.fetchCount(Note.all) == 2)
}

@MainActor private func mainActorFunction_batch(_ database: Database, number: Int = 7) async throws {
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

@MainActor private func mainActorFunction_readBody(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }
  #expect(count == 0)
}

@MainActor private func mainActorFunction_readAsynchronousBody(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let count = try await database.read { transaction in
    try await transaction.fetchCount(Note.where { $0.n == copy })
  }
  #expect(count == 0)
}

@MainActor private func mainActorFunction_writeBody(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let stored = try await database.write { session in
    let note = try session.insert(Note(id: 0, n: copy, text: nil))
    try session.update(Note.all) { $0.n += copy }
    try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: "s")) }
    return note
  }
  #expect(stored.n == 7)
}

@MainActor private func mainActorFunction_writeAsynchronousBody(_ database: Database, number: Int = 7) async throws {
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

@MainActor private func mainActorFunction_withoutTransaction(_ database: Database, number: Int = 7) async throws {
  try await database.withoutTransaction { session in _ = try session.execute("VACUUM") }
}

@MainActor private func mainActorFunction_preparedStatement(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let sum = try await database.write { session in
    let statement = try session.prepare("INSERT INTO Note (n) VALUES (?)")
    for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }
    return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil
  }
  #expect(sum == 10)
}

@MainActor private func mainActorFunction_cursor(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let first = try await database.read { session in
    let cursor = try session.cursor(Note.where { $0.n == copy })
    return try cursor.next()?.n
  }
  #expect(first == nil)
}

@MainActor private func mainActorFunction_forEachRow(_ database: Database, number: Int = 7) async throws {
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

@MainActor private func mainActorFunction_lease(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let lease = try await database.lease()
  let count = try await lease.withSession { session in
    try session.insert(Note(id: 0, n: copy, text: nil))
    return try session.fetchCount(Note.all)
  }
  await lease.giveBack()
  #expect(count == 1)
}

@MainActor private func mainActorFunction_commonTable(_ database: Database, number: Int = 7) async throws {
  let high = SQLCommonTable(Extra.self, named: "high", as: Note.where { $0.n > number }.select { $0.id })
  #expect(try await database.fetchCount(high.all) == 0)
}

@MainActor private func mainActorFunction_closesWhenDone(_ database: Database, number: Int = 7) async throws {
  await database.close()
  await #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }
}

extension IsolationTests {
  @Test("Every verb: GlobalFunctionOnMainActor", arguments: FormEngine.allCases)
  @MainActor func globalFunctionOnMainActor(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in try await mainActorFunction_insertRecord(database) }
    try await engine.withNotes { database in try await mainActorFunction_insertRecords(database) }
    try await engine.withNotes { database in try await mainActorFunction_insertOrIgnore(database) }
    try await engine.withNotes { database in try await mainActorFunction_updateRecord(database) }
    try await engine.withNotes { database in try await mainActorFunction_updateQuery(database) }
    try await engine.withNotes { database in try await mainActorFunction_upsert(database) }
    try await engine.withNotes { database in try await mainActorFunction_upsertWithAssignments(database) }
    try await engine.withNotes { database in try await mainActorFunction_deleteRecord(database) }
    try await engine.withNotes { database in try await mainActorFunction_deleteQuery(database) }
    try await engine.withNotes { database in try await mainActorFunction_find(database) }
    try await engine.withNotes { database in try await mainActorFunction_exists(database) }
    try await engine.withNotes { database in try await mainActorFunction_createTable(database) }
    try await engine.withNotes { database in try await mainActorFunction_fetchAll(database) }
    try await engine.withNotes { database in try await mainActorFunction_fetchSelected(database) }
    try await engine.withNotes { database in try await mainActorFunction_fetchJoined(database) }
    try await engine.withNotes { database in try await mainActorFunction_fetchOne(database) }
    try await engine.withNotes { database in try await mainActorFunction_fetchCount(database) }
    try await engine.withNotes { database in try await mainActorFunction_rows(database) }
    try await engine.withNotes { database in try await mainActorFunction_rowsWithAnIterator(database) }
    try await engine.withNotes { database in try await mainActorFunction_run(database) }
    try await engine.withNotes { database in try await mainActorFunction_runUpdate(database) }
    try await engine.withNotes { database in try await mainActorFunction_execute(database) }
    try await engine.withNotes { database in try await mainActorFunction_executeScript(database) }
    try await engine.withNotes { database in try await mainActorFunction_batch(database) }
    try await engine.withNotes { database in try await mainActorFunction_readBody(database) }
    try await engine.withNotes { database in try await mainActorFunction_readAsynchronousBody(database) }
    try await engine.withNotes { database in try await mainActorFunction_writeBody(database) }
    try await engine.withNotes { database in try await mainActorFunction_writeAsynchronousBody(database) }
    try await engine.withNotes { database in try await mainActorFunction_withoutTransaction(database) }
    try await engine.withNotes { database in try await mainActorFunction_preparedStatement(database) }
    try await engine.withNotes { database in try await mainActorFunction_cursor(database) }
    try await engine.withNotes { database in try await mainActorFunction_forEachRow(database) }
    try await engine.withNotes { database in try await mainActorFunction_lease(database) }
    try await engine.withNotes { database in try await mainActorFunction_commonTable(database) }
    try await engine.withNotes { database in try await mainActorFunction_closesWhenDone(database) }
  }
}
