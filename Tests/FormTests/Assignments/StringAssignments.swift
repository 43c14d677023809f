// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct StringRow: AssignedRow {
  var id: Int64
  var c: String
  var o: String?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<String>("c")
  static let o = SQLColumn<String?>("o")
  static let table = SQLTable("StringRow", id, c, o)
  init(id: Int64, c: String, o: String?) {
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
  @Test("Every assignment to a column of String", arguments: FormEngine.allCases)
  func string(_ engine: FormEngine) async throws {
    let old: String = "row"
    let oldOptional: String = "va'lue"
    let new: String = "new"
    let newOptional: String = "row"
    let value: String = "va'lue"
    let optional: String? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: StringRow(id: 1, c: old, o: oldOptional), new: StringRow(id: 1, c: new, o: newOptional)
      )
      try await check.prepare()
      try await check.update(\.c, "x") { $0.c = "x" }
      try await check.upsert(\.c, "x") { row, _ in
        row.c = "x"
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, "x") { $0.o = "x" }
      try await check.upsert(\.o, "x") { row, _ in
        row.o = "x"
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
      try await check.update(\.c, oldOptional) { $0.c = StringRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = StringRow.o
      }
      try await check.update(\.o, old) { $0.o = StringRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = StringRow.c
      }
      try await check.update(\.c, value) { $0.set(StringRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(StringRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(StringRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(StringRow.o)
      }
      try await check.update(\.c, "x") {
        $0.c = value
        $0.c = "x"
      }
      try await check.upsert(\.c, "x") { row, _ in
        row.c = value
        row.c = "x"
      }
      try await check.update(\.c, "x") {
        let chosen: String = "x"
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, "x") { row, _ in
        let chosen: String = "x"
        row.c = optional ?? chosen
      }
      try await check.update(\.c, old + "x") { $0.c += "x" }
      try await check.upsert(\.c, old + "x") { row, _ in
        row.c += "x"
      }
      try await check.update(\.c, old + value) { $0.c += value }
      try await check.upsert(\.c, old + value) { row, _ in
        row.c += value
      }
      try await check.update(\.c, old + oldOptional) { $0.c += $0.o }
      try await check.upsert(\.c, old + oldOptional) { row, _ in
        row.c += row.o
      }
      try await check.update(\.o, oldOptional + "x") { $0.o += "x" }
      try await check.upsert(\.o, oldOptional + "x") { row, _ in
        row.o += "x"
      }
      try await check.update(\.c, old + " " + old) { $0.c = $0.c + " " + $0.c }
      try await check.upsert(\.c, old + " " + old) { row, _ in
        row.c = row.c + " " + row.c
      }
      try await check.update(\.c, "a" + old) { $0.c = "a" + $0.c }
      try await check.upsert(\.c, "a" + old) { row, _ in
        row.c = "a" + row.c
      }
      try await check.update(\.o, "a\(oldOptional) \(old)\(value)") { $0.o = "a" + $0.o + " " + $0.c + value }
      try await check.upsert(\.o, "a\(oldOptional) \(old)\(value)") { row, _ in
        row.o = "a" + row.o + " " + row.c + value
      }
      try await check.update(\.c, "\(value)!") { $0.c = "\(value)!" }
      try await check.upsert(\.c, "\(value)!") { row, _ in
        row.c = "\(value)!"
      }
      try await check.update(\.c, value + "x") { $0.c = value + "x" }
      try await check.upsert(\.c, value + "x") { row, _ in
        row.c = value + "x"
      }
      try await check.update(\.c, old.uppercased()) { $0.c = $0.c.upper }
      try await check.upsert(\.c, old.uppercased()) { row, _ in
        row.c = row.c.upper
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
      try await check.upsert(\.c, old + new) { row, new in row.c += new.c }
      try await check.upsert(\.c, new + "x" + old) { row, new in row.c = new.c + "x" + row.c }
      try await check.upsert(\.o, old + ", " + newOptional) { row, new in row.o = row.c + ", " + new.o }
    }
    _ = (value, optional, newOptional)
  }
}
