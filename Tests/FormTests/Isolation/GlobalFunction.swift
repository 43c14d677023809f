// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.

import Quarry
import Testing

private func globalFunction_insertRecord(_ database: Database, number: Int = 7) async throws {
  let stored = try await database.insert(Note(id: 0, n: number, text: nil))
  #expect(stored.n == 7)
}

private func globalFunction_insertRecords(_ database: Database, number: Int = 7) async throws {
  let result = try await database.insert([Note(id: 1, n: number, text: nil)])
  #expect(result.affectedRows == 1)
}

private func globalFunction_insertOrIgnore(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  let ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)
  #expect(ignored == nil)
}

private func globalFunction_updateRecord(_ database: Database, number: Int = 7) async throws {
  let note = try await database.insert(Note(id: 1, n: 1, text: nil))
  try await database.update(Note(id: note.id, n: number, text: "x"))
  #expect(try await database.find(Note.self, note.id)?.n == 7)
}

private func globalFunction_updateQuery(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: 1, text: nil))
  try await database.update(Note.all) { $0.n = 1 }
  try await database.update(Note.where { $0.n < number }) {
    $0.n = number
    $0.text = "a"
  }
  try await database.update(Note.all) { $0.n += number }
  #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "a"))
}

private func globalFunction_upsert(_ database: Database, number: Int = 7) async throws {
  try await database.upsert(Note(id: 1, n: number, text: nil))
  try await database.upsert(Note(id: 1, n: number + 1, text: nil))
  #expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)
}

private func globalFunction_upsertWithAssignments(_ database: Database, number: Int = 7) async throws {
  for _ in 1...2 {
    try await database.run(
      SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in
        row.n = row.n + new.n
        row.text = "\(number)"
      })
  }
  #expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: "7"))
}

private func globalFunction_deleteRecord(_ database: Database, number: Int = 7) async throws {
  let note = try await database.insert(Note(id: 1, n: number, text: nil))
  #expect(try await database.delete(note).affectedRows == 1)
}

private func globalFunction_deleteQuery(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  #expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)
}

private func globalFunction_find(_ database: Database, number: Int = 7) async throws {
  #expect(try await database.find(Note.self, Int64(number)) == nil)
}

private func globalFunction_exists(_ database: Database, number: Int = 7) async throws {
  #expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))
}

private func globalFunction_createTable(_ database: Database, number: Int = 7) async throws {
  try await database.createTable(Extra.self)
  #expect(try await database.fetchCount(Extra.all) == 0)
}

private func globalFunction_fetchAll(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  let found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })
  #expect(found.map(\.n) == [7])
}

private func globalFunction_fetchSelected(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  let found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })
  #expect(found.first?.0 == 14)
}

private func globalFunction_fetchJoined(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  try await database.insert(Tag(id: 2, noteID: 1, name: "x"))
  let found = try await database.fetchAll(
    Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }
      .map { note, tag in "\(note.n)\(tag.name ?? "")" })
  #expect(found == ["7x"])
}

private func globalFunction_fetchOne(_ database: Database, number: Int = 7) async throws {
  #expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))
}

private func globalFunction_fetchCount(_ database: Database, number: Int = 7) async throws {
  #expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)
}

private func globalFunction_rows(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  var sum = 0
  for try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }
  #expect(sum == 7)
}

private func globalFunction_rowsWithAnIterator(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: number, text: nil))
  var iterator = database.rows(Note.all).makeAsyncIterator()
  #expect(try await iterator.next()?.n == 7)
  #expect(try await iterator.next() == nil)
}

private func globalFunction_run(_ database: Database, number: Int = 7) async throws {
  let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))
  #expect(stored.first?.0 == 7)
}

private func globalFunction_runUpdate(_ database: Database, number: Int = 7) async throws {
  try await database.insert(Note(id: 1, n: 1, text: nil))
  try await database.run(SQLUpdate(Note.all) { $0.n = number })
  #expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)
}

private func globalFunction_execute(_ database: Database, number: Int = 7) async throws {
  try await database.execute("INSERT INTO Note (n) VALUES (\(number))")
  #expect(try await database.fetchCount(Note.all) == 1)
}

private func globalFunction_executeScript(_ database: Database, number: Int = 7) async throws {
  try await database.executeScript("INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)")
  #expect(try await database.fetchCount(Note.all) == 2)
}

private func globalFunction_batch(_ database: Database, number: Int = 7) async throws {
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

private func globalFunction_readBody(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }
  #expect(count == 0)
}

private func globalFunction_readAsynchronousBody(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let count = try await database.read { transaction in
    try await transaction.fetchCount(Note.where { $0.n == copy })
  }
  #expect(count == 0)
}

private func globalFunction_writeBody(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let stored = try await database.write { session in
    let note = try session.insert(Note(id: 0, n: copy, text: nil))
    try session.update(Note.all) { $0.n += copy }
    try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: "s")) }
    return note
  }
  #expect(stored.n == 7)
}

private func globalFunction_writeAsynchronousBody(_ database: Database, number: Int = 7) async throws {
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

private func globalFunction_withoutTransaction(_ database: Database, number: Int = 7) async throws {
  try await database.withoutTransaction { session in _ = try session.execute("VACUUM") }
}

private func globalFunction_preparedStatement(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let sum = try await database.write { session in
    let statement = try session.prepare("INSERT INTO Note (n) VALUES (?)")
    for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }
    return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil
  }
  #expect(sum == 10)
}

private func globalFunction_cursor(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let first = try await database.read { session in
    let cursor = try session.cursor(Note.where { $0.n == copy })
    return try cursor.next()?.n
  }
  #expect(first == nil)
}

private func globalFunction_forEachRow(_ database: Database, number: Int = 7) async throws {
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

private func globalFunction_lease(_ database: Database, number: Int = 7) async throws {
  let copy = number
  let lease = try await database.lease()
  let count = try await lease.withSession { session in
    try session.insert(Note(id: 0, n: copy, text: nil))
    return try session.fetchCount(Note.all)
  }
  await lease.giveBack()
  #expect(count == 1)
}

private func globalFunction_commonTable(_ database: Database, number: Int = 7) async throws {
  let high = SQLCommonTable(Extra.self, named: "high", as: Note.where { $0.n > number }.select { $0.id })
  #expect(try await database.fetchCount(high.all) == 0)
}

private func globalFunction_closesWhenDone(_ database: Database, number: Int = 7) async throws {
  await database.close()
  await #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }
}

extension IsolationTests {
  @Test("Every verb: GlobalFunction", arguments: FormEngine.allCases)
  func globalFunction(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in try await globalFunction_insertRecord(database) }
    try await engine.withNotes { database in try await globalFunction_insertRecords(database) }
    try await engine.withNotes { database in try await globalFunction_insertOrIgnore(database) }
    try await engine.withNotes { database in try await globalFunction_updateRecord(database) }
    try await engine.withNotes { database in try await globalFunction_updateQuery(database) }
    try await engine.withNotes { database in try await globalFunction_upsert(database) }
    try await engine.withNotes { database in try await globalFunction_upsertWithAssignments(database) }
    try await engine.withNotes { database in try await globalFunction_deleteRecord(database) }
    try await engine.withNotes { database in try await globalFunction_deleteQuery(database) }
    try await engine.withNotes { database in try await globalFunction_find(database) }
    try await engine.withNotes { database in try await globalFunction_exists(database) }
    try await engine.withNotes { database in try await globalFunction_createTable(database) }
    try await engine.withNotes { database in try await globalFunction_fetchAll(database) }
    try await engine.withNotes { database in try await globalFunction_fetchSelected(database) }
    try await engine.withNotes { database in try await globalFunction_fetchJoined(database) }
    try await engine.withNotes { database in try await globalFunction_fetchOne(database) }
    try await engine.withNotes { database in try await globalFunction_fetchCount(database) }
    try await engine.withNotes { database in try await globalFunction_rows(database) }
    try await engine.withNotes { database in try await globalFunction_rowsWithAnIterator(database) }
    try await engine.withNotes { database in try await globalFunction_run(database) }
    try await engine.withNotes { database in try await globalFunction_runUpdate(database) }
    try await engine.withNotes { database in try await globalFunction_execute(database) }
    try await engine.withNotes { database in try await globalFunction_executeScript(database) }
    try await engine.withNotes { database in try await globalFunction_batch(database) }
    try await engine.withNotes { database in try await globalFunction_readBody(database) }
    try await engine.withNotes { database in try await globalFunction_readAsynchronousBody(database) }
    try await engine.withNotes { database in try await globalFunction_writeBody(database) }
    try await engine.withNotes { database in try await globalFunction_writeAsynchronousBody(database) }
    try await engine.withNotes { database in try await globalFunction_withoutTransaction(database) }
    try await engine.withNotes { database in try await globalFunction_preparedStatement(database) }
    try await engine.withNotes { database in try await globalFunction_cursor(database) }
    try await engine.withNotes { database in try await globalFunction_forEachRow(database) }
    try await engine.withNotes { database in try await globalFunction_lease(database) }
    try await engine.withNotes { database in try await globalFunction_commonTable(database) }
    try await engine.withNotes { database in try await globalFunction_closesWhenDone(database) }
  }
}
