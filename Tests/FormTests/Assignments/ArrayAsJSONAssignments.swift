// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct ArrayAsJSONRow: AssignedRow {
  var id: Int64
  var c: Numbers
  var o: Numbers?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Numbers>("c")
  static let o = SQLColumn<Numbers?>("o")
  static let table = SQLTable("ArrayAsJSONRow", id, c, o)
  init(id: Int64, c: Numbers, o: Numbers?) {
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
  @Test("Every assignment to a column of Numbers", arguments: FormEngine.allCases)
  func arrayAsJSON(_ engine: FormEngine) async throws {
    let old: Numbers = [1]
    let oldOptional: Numbers = [3]
    let new: Numbers = [2]
    let newOptional: Numbers = [1]
    let value: Numbers = [3]
    let optional: Numbers? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: ArrayAsJSONRow(id: 1, c: old, o: oldOptional),
        new: ArrayAsJSONRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, [4, 5]) { $0.c = [4, 5] }
      try await check.upsert(\.c, [4, 5]) { row, _ in
        row.c = [4, 5]
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, [4, 5]) { $0.o = [4, 5] }
      try await check.upsert(\.o, [4, 5]) { row, _ in
        row.o = [4, 5]
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
      try await check.update(\.c, oldOptional) { $0.c = ArrayAsJSONRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = ArrayAsJSONRow.o
      }
      try await check.update(\.o, old) { $0.o = ArrayAsJSONRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = ArrayAsJSONRow.c
      }
      try await check.update(\.c, value) { $0.set(ArrayAsJSONRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(ArrayAsJSONRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(ArrayAsJSONRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(ArrayAsJSONRow.o)
      }
      try await check.update(\.c, [4, 5]) {
        $0.c = value
        $0.c = [4, 5]
      }
      try await check.upsert(\.c, [4, 5]) { row, _ in
        row.c = value
        row.c = [4, 5]
      }
      try await check.update(\.c, [4, 5]) {
        let chosen: Numbers = [4, 5]
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, [4, 5]) { row, _ in
        let chosen: Numbers = [4, 5]
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
