// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct JsonRow: AssignedRow {
  var id: Int64
  var c: SQLJSON<[Int]>
  var o: SQLJSON<[Int]>?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<SQLJSON<[Int]>>("c")
  static let o = SQLColumn<SQLJSON<[Int]>?>("o")
  static let table = SQLTable("JsonRow", id, c, o)
  init(id: Int64, c: SQLJSON<[Int]>, o: SQLJSON<[Int]>?) {
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
  @Test("Every assignment to a column of SQLJSON<[Int]>", arguments: FormEngine.allCases)
  func json(_ engine: FormEngine) async throws {
    let old: SQLJSON<[Int]> = SQLJSON([1])
    let oldOptional: SQLJSON<[Int]> = SQLJSON([])
    let new: SQLJSON<[Int]> = SQLJSON([2])
    let newOptional: SQLJSON<[Int]> = SQLJSON([1])
    let value: SQLJSON<[Int]> = SQLJSON([])
    let optional: SQLJSON<[Int]>? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: JsonRow(id: 1, c: old, o: oldOptional), new: JsonRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, SQLJSON([3, 4])) { $0.c = SQLJSON([3, 4]) }
      try await check.upsert(\.c, SQLJSON([3, 4])) { row, _ in
        row.c = SQLJSON([3, 4])
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, SQLJSON([3, 4])) { $0.o = SQLJSON([3, 4]) }
      try await check.upsert(\.o, SQLJSON([3, 4])) { row, _ in
        row.o = SQLJSON([3, 4])
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
      try await check.update(\.c, oldOptional) { $0.c = JsonRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = JsonRow.o
      }
      try await check.update(\.o, old) { $0.o = JsonRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = JsonRow.c
      }
      try await check.update(\.c, value) { $0.set(JsonRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(JsonRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(JsonRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(JsonRow.o)
      }
      try await check.update(\.c, SQLJSON([3, 4])) {
        $0.c = value
        $0.c = SQLJSON([3, 4])
      }
      try await check.upsert(\.c, SQLJSON([3, 4])) { row, _ in
        row.c = value
        row.c = SQLJSON([3, 4])
      }
      try await check.update(\.c, SQLJSON([3, 4])) {
        let chosen: SQLJSON<[Int]> = SQLJSON([3, 4])
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, SQLJSON([3, 4])) { row, _ in
        let chosen: SQLJSON<[Int]> = SQLJSON([3, 4])
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
