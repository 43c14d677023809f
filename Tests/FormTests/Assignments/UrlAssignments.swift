// Written by Tests/FormTests/write-assignments.py. Change that file, not this one.

import Foundation
import Quarry
import Testing

struct UrlRow: AssignedRow {
  var id: Int64
  var c: URL
  var o: URL?
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let c = SQLColumn<URL>("c")
  static let o = SQLColumn<URL?>("o")
  static let table = SQLTable("UrlRow", id, c, o)
  init(id: Int64, c: URL, o: URL?) {
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
  @Test("Every assignment to a column of URL", arguments: FormEngine.allCases)
  func url(_ engine: FormEngine) async throws {
    let old: URL = URL(string: "a:b")!
    let oldOptional: URL = URL(string: "e:f")!
    let new: URL = URL(string: "c:d")!
    let newOptional: URL = URL(string: "a:b")!
    let value: URL = URL(string: "e:f")!
    let optional: URL? = nil
    try await engine.withDatabase { database in
      let check = AssignmentCheck(
        database: database, row: UrlRow(id: 1, c: old, o: oldOptional), new: UrlRow(id: 1, c: new, o: newOptional))
      try await check.prepare()
      try await check.update(\.c, URL(string: "g:h")!) { $0.c = URL(string: "g:h")! }
      try await check.upsert(\.c, URL(string: "g:h")!) { row, _ in
        row.c = URL(string: "g:h")!
      }
      try await check.update(\.c, value) { $0.c = value }
      try await check.upsert(\.c, value) { row, _ in
        row.c = value
      }
      try await check.update(\.o, URL(string: "g:h")!) { $0.o = URL(string: "g:h")! }
      try await check.upsert(\.o, URL(string: "g:h")!) { row, _ in
        row.o = URL(string: "g:h")!
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
      try await check.update(\.c, oldOptional) { $0.c = UrlRow.o }
      try await check.upsert(\.c, oldOptional) { row, _ in
        row.c = UrlRow.o
      }
      try await check.update(\.o, old) { $0.o = UrlRow.c }
      try await check.upsert(\.o, old) { row, _ in
        row.o = UrlRow.c
      }
      try await check.update(\.c, value) { $0.set(UrlRow.c, to: value) }
      try await check.upsert(\.c, value) { row, _ in
        row.set(UrlRow.c, to: value)
      }
      try await check.update(\.o, nil) { $0.setNull(UrlRow.o) }
      try await check.upsert(\.o, nil) { row, _ in
        row.setNull(UrlRow.o)
      }
      try await check.update(\.c, URL(string: "g:h")!) {
        $0.c = value
        $0.c = URL(string: "g:h")!
      }
      try await check.upsert(\.c, URL(string: "g:h")!) { row, _ in
        row.c = value
        row.c = URL(string: "g:h")!
      }
      try await check.update(\.c, URL(string: "g:h")!) {
        let chosen: URL = URL(string: "g:h")!
        $0.c = optional ?? chosen
      }
      try await check.upsert(\.c, URL(string: "g:h")!) { row, _ in
        let chosen: URL = URL(string: "g:h")!
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
