// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct BoolRow: AssignedRow {
  var id: Int64
  var c: Bool
  var o: Bool?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Bool>("c")
  static let o = SQLColumn<Bool?>("o")
  static let table = SQLTable("BoolRow", id, c, o)
  init(id: Int64, c: Bool, o: Bool?) {
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
  @Test("Every assignment to a column of Bool", arguments: FormEngine.allCases)
  func bool(_ engine: FormEngine) async throws {
    let old: Bool = false
    let oldOptional: Bool = true
    let new: Bool = true
    let newOptional: Bool = false
    let value: Bool = true
    let optional: Bool? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: BoolRow(id: 1, c: old, o: oldOptional), new: BoolRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, true) { $0.c = true }
      try await check.upsert(\.c, true) { row, _ in
        row.c = true
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, true) { $0.o = true }
      try await check.upsert(\.o, true) { row, _ in
        row.o = true
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
      try await check.update(\.c, oldOptional) { $0.c = BoolRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = BoolRow.o
      }
      try await check.update(\.o, old) { $0.o = BoolRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = BoolRow.c
      }
      try await check.update(\.c, value) { $0.set(BoolRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(BoolRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(BoolRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(BoolRow.o)
      }
      try await check.update(\.c, true) {
        $0.c = value
        $0.c = true
      }
      try await check.upsert(\.c, true) { row, _ in
        row.c = value
        row.c = true
      }
      try await check.update(\.c, true) {
        let chosen: Bool = true
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, true) { row, _ in
        let chosen: Bool = true
        row.c = optional ?? chosen
      }
      try await check.update(\.c, !old) { $0.c = !$0.c }
      try await check.upsert(\.c, !old) { row, _ in
        row.c = !row.c
      }
      try await check.update(\.o, !oldOptional) { $0.o = !$0.o }
      try await check.upsert(\.o, !oldOptional) { row, _ in
        row.o = !row.o
      }
      try await check.update(\.c, old && oldOptional) { $0.c = $0.c && $0.o }
      try await check.upsert(\.c, old && oldOptional) { row, _ in
        row.c = row.c && row.o
      }
      try await check.update(\.c, old || !oldOptional) { $0.c = $0.c || !$0.o }
      try await check.upsert(\.c, old || !oldOptional) { row, _ in
        row.c = row.c || !row.o
      }
      try await check.update(\.c, true) { $0.c = $0.id > 0 }
      try await check.upsert(\.c, true) { row, _ in
        row.c = row.id > 0
      }
      try await check.update(\.c, !old) { $0.c = $0.id == 1 && !$0.c }
      try await check.upsert(\.c, !old) { row, _ in
        row.c = row.id == 1 && !row.c
      }
      try await check.update(\.c, false) { $0.c = $0.o == nil }
      try await check.upsert(\.c, false) { row, _ in
        row.c = row.o == nil
      }
      try await check.update(\.c, value && !value) { $0.c = value && !value }
      try await check.upsert(\.c, value && !value) { row, _ in
        row.c = value && !value
      }
      try await check.update(\.c, true) { $0.c = $0.id.in([1, 2]) }
      try await check.upsert(\.c, true) { row, _ in
        row.c = row.id.in([1, 2])
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
      try await check.upsert(\.c, !new) { row, new in row.c = !new.c }
      try await check.upsert(\.c, old || new) { row, new in row.c = row.c || new.c }
    }
    _ = (value, optional, newOptional)
  }
}
