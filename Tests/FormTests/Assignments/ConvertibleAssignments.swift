// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct ConvertibleRow: AssignedRow {
  var id: Int64
  var c: Address
  var o: Address?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Address>("c")
  static let o = SQLColumn<Address?>("o")
  static let table = SQLTable("ConvertibleRow", id, c, o)
  init(id: Int64, c: Address, o: Address?) {
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
  @Test("Every assignment to a column of Address", arguments: FormEngine.allCases)
  func convertible(_ engine: FormEngine) async throws {
    let old: Address = Address(street: "a")
    let oldOptional: Address = Address(street: "c")
    let new: Address = Address(street: "b")
    let newOptional: Address = Address(street: "a")
    let value: Address = Address(street: "c")
    let optional: Address? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: ConvertibleRow(id: 1, c: old, o: oldOptional),
        new: ConvertibleRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, .init(street: "d")) { $0.c = .init(street: "d") }
      try await check.upsert(\.c, .init(street: "d")) { row, _ in
        row.c = .init(street: "d")
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, .init(street: "d")) { $0.o = .init(street: "d") }
      try await check.upsert(\.o, .init(street: "d")) { row, _ in
        row.o = .init(street: "d")
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
      try await check.update(\.c, oldOptional) { $0.c = ConvertibleRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = ConvertibleRow.o
      }
      try await check.update(\.o, old) { $0.o = ConvertibleRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = ConvertibleRow.c
      }
      try await check.update(\.c, value) { $0.set(ConvertibleRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(ConvertibleRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(ConvertibleRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(ConvertibleRow.o)
      }
      try await check.update(\.c, .init(street: "d")) {
        $0.c = value
        $0.c = .init(street: "d")
      }
      try await check.upsert(\.c, .init(street: "d")) { row, _ in
        row.c = value
        row.c = .init(street: "d")
      }
      try await check.update(\.c, .init(street: "d")) {
        let chosen: Address = .init(street: "d")
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, .init(street: "d")) { row, _ in
        let chosen: Address = .init(street: "d")
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
