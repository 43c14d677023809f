// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct DataRow: AssignedRow {
  var id: Int64
  var c: Data
  var o: Data?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Data>("c")
  static let o = SQLColumn<Data?>("o")
  static let table = SQLTable("DataRow", id, c, o)
  init(id: Int64, c: Data, o: Data?) {
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
  @Test("Every assignment to a column of Data", arguments: FormEngine.allCases)
  func data(_ engine: FormEngine) async throws {
    let old: Data = Data([1, 0])
    let oldOptional: Data = Data()
    let new: Data = Data([2])
    let newOptional: Data = Data([1, 0])
    let value: Data = Data()
    let optional: Data? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: DataRow(id: 1, c: old, o: oldOptional), new: DataRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, Data([0xFF])) { $0.c = Data([0xFF]) }
      try await check.upsert(\.c, Data([0xFF])) { row, _ in
        row.c = Data([0xFF])
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, Data([0xFF])) { $0.o = Data([0xFF]) }
      try await check.upsert(\.o, Data([0xFF])) { row, _ in
        row.o = Data([0xFF])
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
      try await check.update(\.c, oldOptional) { $0.c = DataRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = DataRow.o
      }
      try await check.update(\.o, old) { $0.o = DataRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = DataRow.c
      }
      try await check.update(\.c, value) { $0.set(DataRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(DataRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(DataRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(DataRow.o)
      }
      try await check.update(\.c, Data([0xFF])) {
        $0.c = value
        $0.c = Data([0xFF])
      }
      try await check.upsert(\.c, Data([0xFF])) { row, _ in
        row.c = value
        row.c = Data([0xFF])
      }
      try await check.update(\.c, Data([0xFF])) {
        let chosen: Data = Data([0xFF])
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, Data([0xFF])) { row, _ in
        let chosen: Data = Data([0xFF])
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
