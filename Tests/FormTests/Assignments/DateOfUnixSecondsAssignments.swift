// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct DateOfUnixSecondsRow: AssignedRow {
  var id: Int64
  var c: Date
  var o: Date?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Date>("c", coding: .unixSeconds)
  static let o = SQLColumn<Date?>("o", coding: .unixSeconds)
  static let table = SQLTable("DateOfUnixSecondsRow", id, c, o)
  init(id: Int64, c: Date, o: Date?) {
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
  @Test("Every assignment to a column of Date as unixSeconds", arguments: FormEngine.allCases)
  func dateOfUnixSeconds(_ engine: FormEngine) async throws {
    let old: Date = someDay(1)
    let oldOptional: Date = someDay(3)
    let new: Date = someDay(2)
    let newOptional: Date = someDay(1)
    let value: Date = someDay(3)
    let optional: Date? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: DateOfUnixSecondsRow(id: 1, c: old, o: oldOptional),
        new: DateOfUnixSecondsRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, .init(timeIntervalSince1970: 1)) { $0.c = .init(timeIntervalSince1970: 1) }
      try await check.upsert(\.c, .init(timeIntervalSince1970: 1)) { row, _ in
        row.c = .init(timeIntervalSince1970: 1)
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, .init(timeIntervalSince1970: 1)) { $0.o = .init(timeIntervalSince1970: 1) }
      try await check.upsert(\.o, .init(timeIntervalSince1970: 1)) { row, _ in
        row.o = .init(timeIntervalSince1970: 1)
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
      try await check.update(\.c, oldOptional) { $0.c = DateOfUnixSecondsRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = DateOfUnixSecondsRow.o
      }
      try await check.update(\.o, old) { $0.o = DateOfUnixSecondsRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = DateOfUnixSecondsRow.c
      }
      try await check.update(\.c, value) { $0.set(DateOfUnixSecondsRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(DateOfUnixSecondsRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(DateOfUnixSecondsRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(DateOfUnixSecondsRow.o)
      }
      try await check.update(\.c, .init(timeIntervalSince1970: 1)) {
        $0.c = value
        $0.c = .init(timeIntervalSince1970: 1)
      }
      try await check.upsert(\.c, .init(timeIntervalSince1970: 1)) { row, _ in
        row.c = value
        row.c = .init(timeIntervalSince1970: 1)
      }
      try await check.update(\.c, .init(timeIntervalSince1970: 1)) {
        let chosen: Date = .init(timeIntervalSince1970: 1)
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, .init(timeIntervalSince1970: 1)) { row, _ in
        let chosen: Date = .init(timeIntervalSince1970: 1)
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
