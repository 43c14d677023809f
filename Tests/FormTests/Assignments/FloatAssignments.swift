// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct FloatRow: AssignedRow {
  var id: Int64
  var c: Float
  var o: Float?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<Float>("c")
  static let o = SQLColumn<Float?>("o")
  static let table = SQLTable("FloatRow", id, c, o)
  init(id: Int64, c: Float, o: Float?) {
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
  @Test("Every assignment to a column of Float", arguments: FormEngine.allCases)
  func float(_ engine: FormEngine) async throws {
    let old: Float = 20.5
    let oldOptional: Float = 3
    let new: Float = 7.25
    let newOptional: Float = 20.5
    let value: Float = 3
    let optional: Float? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: FloatRow(id: 1, c: old, o: oldOptional), new: FloatRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, 1.5) { $0.c = 1.5 }
      try await check.upsert(\.c, 1.5) { row, _ in
        row.c = 1.5
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, 1.5) { $0.o = 1.5 }
      try await check.upsert(\.o, 1.5) { row, _ in
        row.o = 1.5
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
      try await check.update(\.c, oldOptional) { $0.c = FloatRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = FloatRow.o
      }
      try await check.update(\.o, old) { $0.o = FloatRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = FloatRow.c
      }
      try await check.update(\.c, value) { $0.set(FloatRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(FloatRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(FloatRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(FloatRow.o)
      }
      try await check.update(\.c, 1.5) {
        $0.c = value
        $0.c = 1.5
      }
      try await check.upsert(\.c, 1.5) { row, _ in
        row.c = value
        row.c = 1.5
      }
      try await check.update(\.c, 1.5) {
        let chosen: Float = 1.5
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, 1.5) { row, _ in
        let chosen: Float = 1.5
        row.c = optional ?? chosen
      }
      try await check.update(\.c, old + 1) { $0.c += 1 }
      try await check.upsert(\.c, old + 1) { row, _ in
        row.c += 1
      }
      try await check.update(\.c, old + value) { $0.c += value }
      try await check.upsert(\.c, old + value) { row, _ in
        row.c += value
      }
      try await check.update(\.c, old + oldOptional) { $0.c += $0.o }
      try await check.upsert(\.c, old + oldOptional) { row, _ in
        row.c += row.o
      }
      try await check.update(\.o, oldOptional + 1) { $0.o += 1 }
      try await check.upsert(\.o, oldOptional + 1) { row, _ in
        row.o += 1
      }
      try await check.update(\.o, oldOptional + old) { $0.o += $0.c }
      try await check.upsert(\.o, oldOptional + old) { row, _ in
        row.o += row.c
      }
      try await check.update(\.c, old - 2) { $0.c -= 2 }
      try await check.upsert(\.c, old - 2) { row, _ in
        row.c -= 2
      }
      try await check.update(\.o, oldOptional - value) { $0.o -= value }
      try await check.upsert(\.o, oldOptional - value) { row, _ in
        row.o -= value
      }
      try await check.update(\.c, old - oldOptional) { $0.c -= $0.o }
      try await check.upsert(\.c, old - oldOptional) { row, _ in
        row.c -= row.o
      }
      try await check.update(\.c, old * 2) { $0.c *= 2 }
      try await check.upsert(\.c, old * 2) { row, _ in
        row.c *= 2
      }
      try await check.update(\.c, old * value) { $0.c *= value }
      try await check.upsert(\.c, old * value) { row, _ in
        row.c *= value
      }
      try await check.update(\.c, old / 2) { $0.c /= 2 }
      try await check.upsert(\.c, old / 2) { row, _ in
        row.c /= 2
      }
      try await check.update(\.o, oldOptional / value) { $0.o /= value }
      try await check.upsert(\.o, oldOptional / value) { row, _ in
        row.o /= value
      }
      try await check.update(\.c, old / oldOptional) { $0.c /= $0.o }
      try await check.upsert(\.c, old / oldOptional) { row, _ in
        row.c /= row.o
      }
      try await check.update(\.c, old + 1) { $0.c = $0.c + 1 }
      try await check.upsert(\.c, old + 1) { row, _ in
        row.c = row.c + 1
      }
      try await check.update(\.c, 1 + old) { $0.c = 1 + $0.c }
      try await check.upsert(\.c, 1 + old) { row, _ in
        row.c = 1 + row.c
      }
      try await check.update(\.o, oldOptional + 1) { $0.o = $0.o + 1 }
      try await check.upsert(\.o, oldOptional + 1) { row, _ in
        row.o = row.o + 1
      }
      try await check.update(\.c, old + old) { $0.c = $0.c + $0.c }
      try await check.upsert(\.c, old + old) { row, _ in
        row.c = row.c + row.c
      }
      try await check.update(\.c, old + oldOptional) { $0.c = $0.c + $0.o }
      try await check.upsert(\.c, old + oldOptional) { row, _ in
        row.c = row.c + row.o
      }
      try await check.update(\.c, old + old * 2) { $0.c = $0.c + $0.c * 2 }
      try await check.upsert(\.c, old + old * 2) { row, _ in
        row.c = row.c + row.c * 2
      }
      try await check.update(\.c, (old + 1) * 2 - oldOptional) { $0.c = ($0.c + 1) * 2 - $0.o }
      try await check.upsert(\.c, (old + 1) * 2 - oldOptional) { row, _ in
        row.c = (row.c + 1) * 2 - row.o
      }
      try await check.update(\.c, old + value - 1) { $0.c = $0.c + value - 1 }
      try await check.upsert(\.c, old + value - 1) { row, _ in
        row.c = row.c + value - 1
      }
      try await check.update(\.c, old + 1) { $0.c = FloatRow.c + 1 }
      try await check.upsert(\.c, old + 1) { row, _ in
        row.c = FloatRow.c + 1
      }
      try await check.update(\.c, old * 2) {
        $0.c += 1
        $0.c *= 2
      }
      try await check.upsert(\.c, old * 2) { row, _ in
        row.c += 1
        row.c *= 2
      }
      try await check.update(\.c, -old) { $0.c = -$0.c }
      try await check.upsert(\.c, -old) { row, _ in
        row.c = -row.c
      }
      try await check.update(\.o, -oldOptional + 1) { $0.o = -$0.o + 1 }
      try await check.upsert(\.o, -oldOptional + 1) { row, _ in
        row.o = -row.o + 1
      }
      try await check.update(\.c, -5) { $0.c = -5 }
      try await check.upsert(\.c, -5) { row, _ in
        row.c = -5
      }
      try await check.update(\.c, old * 1.5) { $0.c *= 1.5 }
      try await check.upsert(\.c, old * 1.5) { row, _ in
        row.c *= 1.5
      }
      try await check.update(\.c, old + old * 0.5) { $0.c = $0.c + $0.c * 0.5 }
      try await check.upsert(\.c, old + old * 0.5) { row, _ in
        row.c = row.c + row.c * 0.5
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
      try await check.upsert(\.c, old + new) { row, new in row.c = row.c + new.c }
      try await check.upsert(\.c, new + 1) { row, new in row.c = new.c + 1 }
      try await check.upsert(\.c, old + new) { row, new in row.c += new.c }
      try await check.upsert(\.c, old + newOptional) { row, new in row.c += new.o }
      try await check.upsert(\.o, oldOptional + new * 2) { row, new in row.o = row.o + new.c * 2 }
      try await check.upsert(\.o, oldOptional + newOptional) { row, new in row.o += new.o }
      try await check.upsert(\.c, old * 2 + new - 1) { row, new in row.c = row.c * 2 + new.c - 1 }
    }
    _ = (value, optional, newOptional)
  }
}
