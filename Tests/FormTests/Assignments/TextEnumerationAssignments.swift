// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct TextEnumerationRow: AssignedRow {
  var id: Int64
  var c: Color
  var o: Color?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Color>("c")
  static let o = SQLColumn<Color?>("o")
  static let table = SQLTable("TextEnumerationRow", id, c, o)
  init(id: Int64, c: Color, o: Color?) {
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
  @Test("Every assignment to a column of Color", arguments: FormEngine.allCases)
  func textEnumeration(_ engine: FormEngine) async throws {
    let old: Color = .red
    let oldOptional: Color = .blue
    let new: Color = .green
    let newOptional: Color = .red
    let value: Color = .blue
    let optional: Color? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: TextEnumerationRow(id: 1, c: old, o: oldOptional),
        new: TextEnumerationRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, .green) { $0.c = .green }
      try await check.upsert(\.c, .green) { row, _ in
        row.c = .green
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, .green) { $0.o = .green }
      try await check.upsert(\.o, .green) { row, _ in
        row.o = .green
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
      try await check.update(\.c, oldOptional) { $0.c = TextEnumerationRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = TextEnumerationRow.o
      }
      try await check.update(\.o, old) { $0.o = TextEnumerationRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = TextEnumerationRow.c
      }
      try await check.update(\.c, value) { $0.set(TextEnumerationRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(TextEnumerationRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(TextEnumerationRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(TextEnumerationRow.o)
      }
      try await check.update(\.c, .green) {
        $0.c = value
        $0.c = .green
      }
      try await check.upsert(\.c, .green) { row, _ in
        row.c = value
        row.c = .green
      }
      try await check.update(\.c, .green) {
        let chosen: Color = .green
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, .green) { row, _ in
        let chosen: Color = .green
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
