// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct NumberEnumerationRow: AssignedRow {
  var id: Int64
  var c: Level
  var o: Level?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Level>("c")
  static let o = SQLColumn<Level?>("o")
  static let table = SQLTable("NumberEnumerationRow", id, c, o)
  init(id: Int64, c: Level, o: Level?) {
    self.id = id
    self.c = c
    self.o = o
  }
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    c = try row[Self.c]
    o = try row[Self.o]
  }
  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.c] = c
    row[Self.o] = o
  }
}

extension AssignmentTests {
  @Test("Every assignment to a column of Level", arguments: FormEngine.allCases)
  func numberEnumeration(_ engine: FormEngine) async throws {
    let old: Level = .low
    let oldOptional: Level = .top
    let new: Level = .high
    let newOptional: Level = .low
    let value: Level = .top
    let optional: Level? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: NumberEnumerationRow(id: 1, c: old, o: oldOptional),
        new: NumberEnumerationRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, .high) { $0.c = .high }
      try await check.upsert(\.c, .high) { row, _ in
        row.c = .high
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, .high) { $0.o = .high }
      try await check.upsert(\.o, .high) { row, _ in
        row.o = .high
      }
      try await check.update(\.o, value) { $0.o = value }
      try await check.upsert(\.o, value) { row, _ in
        row.o = value
      }
      try await check.update(\.o, optional) { $0.o = optional }
      try await check.upsert(\.o, optional) { row, _ in
        row.o = optional
      }
      try await check.update(\.o, nil) { $0.o = nil }
      try await check.upsert(\.o, nil) { row, _ in
        row.o = nil
      }
      try await check.update(\.c, old) { $0.c = $0.c }
      try await check.upsert(\.c, old) { row, _ in
        row.c = row.c
      }
      try await check.update(\.c, oldOptional) { $0.c = $0.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = row.o
      }
      try await check.update(\.o, old) { $0.o = $0.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = row.c
      }
      try await check.update(\.o, oldOptional) { $0.o = $0.o }
      try await check.upsert(\.o, oldOptional) { row, _ in
        row.o = row.o
      }
      try await check.update(\.c, oldOptional) { $0.c = NumberEnumerationRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = NumberEnumerationRow.o
      }
      try await check.update(\.o, old) { $0.o = NumberEnumerationRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = NumberEnumerationRow.c
      }
      try await check.update(\.c, value) { $0.set(NumberEnumerationRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(NumberEnumerationRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(NumberEnumerationRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(NumberEnumerationRow.o)
      }
      try await check.update(\.c, .high) {
        $0.c = value
        $0.c = .high
      }
      try await check.upsert(\.c, .high) { row, _ in
        row.c = value
        row.c = .high
      }
      try await check.update(\.c, .high) {
        let chosen: Level = .high
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, .high) { row, _ in
        let chosen: Level = .high
        row.c = optional ?? chosen
      }
      try await check.upsert(\.c, new) { row, new in row.c = new.c }
      try await check.upsert(\.c, newOptional) { row, new in row.c = new.o }
      try await check.upsert(\.o, new) { row, new in row.o = new.c }
      try await check.upsert(\.o, newOptional) { row, new in row.o = new.o }
      try await check.upsert(\.c, new) { row, new in
        row.c = new.c; row.o = row.c
      }
      try await check.upsert(\.o, old) { row, new in
        row.c = new.c; row.o = row.c
      }
    }
    _ = (value, optional, newOptional)
  }
}
