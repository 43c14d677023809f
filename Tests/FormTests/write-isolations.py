#!/usr/bin/env python3
"""Writes every verb of a database, called from every isolation, as tests.

The text of a verb is the same in every isolation, as a newcomer writes it: with the closures inline, and with a value of
its surroundings (`number`, a property where there is a `self`) inside of them. Add a verb or an isolation here, and run
from the root of the package:

    python3 Tests/FormTests/write-isolations.py && swift format -i -r Tests/FormTests/Isolation
"""

FOLDER = "Tests/FormTests/Isolation"
HEADER = "// Written by Tests/FormTests/write-isolations.py. Change that file, not this one.\n\n"

# name, code: `database` has the tables Note and Tag; `number` is 7. `bodies` are sent to another thread, so that they use
# a copy of what belongs to the surroundings.
VERBS = [
    ("insertRecord", "let stored = try await database.insert(Note(id: 0, n: number, text: nil))\n#expect(stored.n == 7)"),
    ("insertRecords", "let result = try await database.insert([Note(id: 1, n: number, text: nil)])\n#expect(result.affectedRows == 1)"),
    ("insertOrIgnore", "try await database.insert(Note(id: 1, n: number, text: nil))\nlet ignored = try await database.insert(Note(id: 1, n: number, text: nil), or: .ignore)\n#expect(ignored == nil)"),
    ("updateRecord", "let note = try await database.insert(Note(id: 1, n: 1, text: nil))\ntry await database.update(Note(id: note.id, n: number, text: \"x\"))\n#expect(try await database.find(Note.self, note.id)?.n == 7)"),
    ("updateQuery", "try await database.insert(Note(id: 1, n: 1, text: nil))\ntry await database.update(Note.all) { $0.n = 1 }\ntry await database.update(Note.where { $0.n < number }) {\n  $0.n = number\n  $0.text = \"a\"\n}\ntry await database.update(Note.all) { $0.n += number }\n#expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: \"a\"))"),
    ("upsert", "try await database.upsert(Note(id: 1, n: number, text: nil))\ntry await database.upsert(Note(id: 1, n: number + 1, text: nil))\n#expect(try await database.fetchCount(Note.where { $0.n == 8 }) == 1)"),
    ("upsertWithAssignments", "for _ in 1...2 {\n  try await database.run(\n    SQLInsert(Note(id: 1, n: number, text: nil)).onConflict(Note.id).doUpdate { row, new in\n      row.n = row.n + new.n\n      row.text = \"\\(number)\"\n    })\n}\n#expect(try await database.find(Note.self, Int64(1)) == Note(id: 1, n: 14, text: \"7\"))"),
    ("deleteRecord", "let note = try await database.insert(Note(id: 1, n: number, text: nil))\n#expect(try await database.delete(note).affectedRows == 1)"),
    ("deleteQuery", "try await database.insert(Note(id: 1, n: number, text: nil))\n#expect(try await database.delete(Note.where { $0.n == number }).affectedRows == 1)"),
    ("find", "#expect(try await database.find(Note.self, Int64(number)) == nil)"),
    ("exists", "#expect(try await !database.exists(Note.where { $0.n == number && $0.text == nil }))"),
    ("createTable", "try await database.createTable(Extra.self)\n#expect(try await database.fetchCount(Extra.all) == 0)"),
    ("fetchAll", "try await database.insert(Note(id: 1, n: number, text: nil))\nlet found = try await database.fetchAll(Note.where { $0.n == number }.order { $0.id.descending })\n#expect(found.map(\\.n) == [7])"),
    ("fetchSelected", "try await database.insert(Note(id: 1, n: number, text: nil))\nlet found = try await database.fetchAll(Note.all.select { note in (note.n + number, note.text) })\n#expect(found.first?.0 == 14)"),
    ("fetchJoined", "try await database.insert(Note(id: 1, n: number, text: nil))\ntry await database.insert(Tag(id: 2, noteID: 1, name: \"x\"))\nlet found = try await database.fetchAll(\n  Note.join(Tag.self, on: Tag.noteID).where { note, tag in note.n == number && tag.name != nil }\n    .map { note, tag in \"\\(note.n)\\(tag.name ?? \"\")\" })\n#expect(found == [\"7x\"])"),
    ("fetchOne", "#expect(try await database.fetchOne(Note.all.select { $0.n.max() }) == .some(nil))"),
    ("fetchCount", "#expect(try await database.fetchCount(Note.where { $0.n.in([1, number]) }) == 0)"),
    ("rows", "try await database.insert(Note(id: 1, n: number, text: nil))\nvar sum = 0\nfor try await note in database.rows(Note.where { $0.n == number }) { sum += note.n }\n#expect(sum == 7)"),
    ("rowsWithAnIterator", "try await database.insert(Note(id: 1, n: number, text: nil))\nvar iterator = database.rows(Note.all).makeAsyncIterator()\n#expect(try await iterator.next()?.n == 7)\n#expect(try await iterator.next() == nil)"),
    ("run", "let stored = try await database.run(SQLInsert(Note(id: 0, n: number, text: nil)).returning(Note.n, Note.text))\n#expect(stored.first?.0 == 7)"),
    ("runUpdate", "try await database.insert(Note(id: 1, n: 1, text: nil))\ntry await database.run(SQLUpdate(Note.all) { $0.n = number })\n#expect(try await database.fetchCount(Note.where { $0.n == number }) == 1)"),
    ("execute", "try await database.execute(\"INSERT INTO Note (n) VALUES (\\(number))\")\n#expect(try await database.fetchCount(Note.all) == 1)"),
    ("executeScript", "try await database.executeScript(\"INSERT INTO Note (n) VALUES (1); INSERT INTO Note (n) VALUES (2)\")\n#expect(try await database.fetchCount(Note.all) == 2)"),
    ("batch", "try await database.batch {\n  $0.insert(Note(id: 1, n: number, text: nil))\n  $0.insert(Note(id: 1, n: 0, text: nil), or: .ignore)\n  $0.update(Note.all) { $0.n += number }\n  $0.upsert(Note(id: 2, n: number, text: nil))\n  $0.execute(\"UPDATE Note SET text = \\(number)\")\n  $0.delete(Note.where { $0.n == number })\n}\n#expect(try await database.fetchAll(Note.all) == [Note(id: 1, n: 14, text: \"7\")])"),
    ("readBody", "COPY\nlet count = try await database.read { session in try session.fetchCount(Note.where { $0.n == copy }) }\n#expect(count == 0)"),
    ("readAsynchronousBody", "COPY\nlet count = try await database.read { transaction in\n  try await transaction.fetchCount(Note.where { $0.n == copy })\n}\n#expect(count == 0)"),
    ("writeBody", "COPY\nlet stored = try await database.write { session in\n  let note = try session.insert(Note(id: 0, n: copy, text: nil))\n  try session.update(Note.all) { $0.n += copy }\n  try session.savepoint { try session.upsert(Note(id: note.id, n: copy, text: \"s\")) }\n  return note\n}\n#expect(stored.n == 7)"),
    ("writeAsynchronousBody", "COPY\nlet sum = try await database.write { transaction in\n  try await transaction.insert(Note(id: 0, n: copy, text: nil))\n  try await transaction.update(Note.all) { $0.n += copy }\n  try await transaction.savepoint { try await $0.delete(Note.where { $0.n == 0 }) }\n  var sum = 0\n  for try await note in transaction.rows(Note.all) { sum += note.n }\n  return sum\n}\n#expect(sum == 14)"),
    ("withoutTransaction", "try await database.withoutTransaction { session in _ = try session.execute(\"VACUUM\") }"),
    ("preparedStatement", "COPY\nlet sum = try await database.write { session in\n  let statement = try session.prepare(\"INSERT INTO Note (n) VALUES (?)\")\n  for n in [1, 2, copy] { try statement.execute([.integer(Int64(n))]) }\n  return try session.fetchOne(Note.all.select { $0.n.sum() }) ?? nil\n}\n#expect(sum == 10)"),
    ("cursor", "COPY\nlet first = try await database.read { session in\n  let cursor = try session.cursor(Note.where { $0.n == copy })\n  return try cursor.next()?.n\n}\n#expect(first == nil)"),
    ("forEachRow", "COPY\nlet sum = try await database.read { session in\n  var sum = 0\n  try session.forEachRow(Note.where { $0.n == copy }) { note in\n    sum += note.n\n    return true\n  }\n  return sum\n}\n#expect(sum == 0)"),
    ("lease", "COPY\nlet lease = try await database.lease()\nlet count = try await lease.withSession { session in\n  try session.insert(Note(id: 0, n: copy, text: nil))\n  return try session.fetchCount(Note.all)\n}\nawait lease.giveBack()\n#expect(count == 1)"),
    ("commonTable", "let high = SQLCommonTable(Extra.self, named: \"high\", as: Note.where { $0.n > number }.select { $0.id })\n#expect(try await database.fetchCount(high.all) == 0)"),
    ("closesWhenDone", "await database.close()\nawait #expect(throws: DatabaseError.self) { try await database.fetchCount(Note.all) }"),
]

# name, what stands before and behind the verbs' functions, the head of a function, how it is called.
ISOLATIONS = [
    ("MainActorClass", "@MainActor final class MainActorClass {\n  var number = 7\n", "}\n", "func {name}(_ database: Database) async throws", "MainActorClass().{name}(database)"),
    ("PlainActor", "actor PlainActor {\n  var number = 7\n", "}\n", "func {name}(_ database: Database) async throws", "PlainActor().{name}(database)"),
    ("CustomGlobalActor", "@globalActor actor Storage { static let shared = Storage() }\n\n@Storage final class CustomGlobalActor {\n  var number = 7\n", "}\n", "func {name}(_ database: Database) async throws", "CustomGlobalActor().{name}(database)"),
    ("NonisolatedStruct", "struct NonisolatedStruct {\n  var number = 7\n", "}\n", "func {name}(_ database: Database) async throws", "NonisolatedStruct().{name}(database)"),
    ("NonsendableClass", "final class NonsendableClass {\n  var number = 7\n", "}\n", "func {name}(_ database: Database) async throws", "NonsendableClass().{name}(database)"),
    ("CallersActor", "struct CallersActor {\n  var number = 7\n", "}\n", "nonisolated(nonsending) func {name}(_ database: Database) async throws", "CallersActor().{name}(database)"),
    ("AnyThread", "final class AnyThread: Sendable {\n  let number = 7\n", "}\n", "@concurrent func {name}(_ database: Database) async throws", "AnyThread().{name}(database)"),
    ("IsolatedParameter", "enum IsolatedParameter {\n  static let number = 7\n", "}\n", "static func {name}(_ database: Database, isolation: isolated (any Actor)? = #isolation) async throws", "IsolatedParameter.{name}(database)"),
    ("GlobalFunction", "", "", "private func globalFunction_{name}(_ database: Database, number: Int = 7) async throws", "globalFunction_{name}(database)"),
    ("GlobalFunctionOnMainActor", "", "", "@MainActor private func mainActorFunction_{name}(_ database: Database, number: Int = 7) async throws", "mainActorFunction_{name}(database)"),
    ("TaskGroup", "enum TaskGroupChild {\n", "}\n", "static func {name}(_ database: Database, number: Int = 7) async throws", "TaskGroupChild.{name}(database)"),
    ("TaskOfMainActor", "@MainActor enum TaskOfMainActor {\n  static var number = 7\n", "}\n", "static func {name}(_ database: Database) async throws", "TaskOfMainActor.{name}(database)"),
    ("DetachedTask", "enum DetachedTask {\n", "}\n", "static func {name}(_ database: Database, number: Int = 7) async throws", "DetachedTask.{name}(database)"),
]


def wrap(isolation, body):
    if isolation == "TaskGroup":
        return ("try await withThrowingTaskGroup(of: Void.self) { group in\n  group.addTask { () async throws in\n" + indent(body, 4)
                + "\n  }\n  try await group.waitForAll()\n}")
    if isolation == "TaskOfMainActor":
        return "try await Task { () async throws in\n" + indent(body, 2) + "\n}.value"
    if isolation == "DetachedTask":
        return "try await Task.detached { () async throws in\n" + indent(body, 2) + "\n}.value"
    return body


def indent(text, count):
    return "\n".join((" " * count + line) if line else line for line in text.split("\n"))


for name, before, behind, head, call in ISOLATIONS:
    out = HEADER + "import Quarry\nimport Testing\n\n" + before
    depth = 2 if before else 0
    for verb, code in VERBS:
        body = code.replace("COPY", "let copy = number")
        out += indent(head.format(name=verb) + " {\n" + indent(wrap(name, body), 2) + "\n}\n\n", depth)
    out += behind + "\n"
    out += f'extension IsolationTests {{\n  @Test("Every verb: {name}", arguments: FormEngine.allCases)\n'
    isolated = "@MainActor " if name in ("MainActorClass", "TaskOfMainActor", "GlobalFunctionOnMainActor") else ""
    isolated = "@Storage " if name == "CustomGlobalActor" else isolated
    out += f"  {isolated}func {name[0].lower() + name[1:]}(_ engine: FormEngine) async throws {{\n"
    for verb, _ in VERBS:
        out += f"    try await engine.withNotes {{ database in try await {call.format(name=verb)} }}\n"
    out += "  }\n}\n"
    with open(f"{FOLDER}/{name}.swift", "w") as file:
        file.write(out)
