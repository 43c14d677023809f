// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct UuidRow: AssignedRow {
  var id: Int64
  var c: UUID
  var o: UUID?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<UUID>("c")
  static let o = SQLColumn<UUID?>("o")
  static let table = SQLTable("UuidRow", id, c, o)
  init(id: Int64, c: UUID, o: UUID?) {
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
  @Test("Every assignment to a column of UUID", arguments: FormEngine.allCases)
  func uuid(_ engine: FormEngine) async throws {
    let old: UUID = someUUID(1)
    let oldOptional: UUID = someUUID(3)
    let new: UUID = someUUID(2)
    let newOptional: UUID = someUUID(1)
    let value: UUID = someUUID(3)
    let optional: UUID? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: UuidRow(id: 1, c: old, o: oldOptional), new: UuidRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) {
        $0.c = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
      }
      try await check.upsert(\.c, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) { row, _ in
        row.c = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) {
        $0.o = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
      }
      try await check.upsert(\.o, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) { row, _ in
        row.o = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
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
      try await check.update(\.c, oldOptional) { $0.c = UuidRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = UuidRow.o
      }
      try await check.update(\.o, old) { $0.o = UuidRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = UuidRow.c
      }
      try await check.update(\.c, value) { $0.set(UuidRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(UuidRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(UuidRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(UuidRow.o)
      }
      try await check.update(\.c, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) {
        $0.c = value
        $0.c = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
      }
      try await check.upsert(\.c, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) { row, _ in
        row.c = value
        row.c = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
      }
      try await check.update(\.c, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) {
        let chosen: UUID = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, UUID(uuidString: "00000000-0000-0000-0000-000000000009")!) { row, _ in
        let chosen: UUID = UUID(uuidString: "00000000-0000-0000-0000-000000000009")!
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
