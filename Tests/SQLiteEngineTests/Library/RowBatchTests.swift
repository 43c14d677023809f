import CQuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("Row batches: stepping")
struct RowBatchTests {
  @Test("Every storage class arrives with its class and its bits", arguments: Installed.all)
  func storageClasses(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let rows = try connection.rows(
      """
      SELECT 9223372036854775807, -9223372036854775808, 0, 1.5, -1e308, 9e999, NULL, 'grüße 🐟', '', x'00ff', x'', \
      zeroblob(3)
      """)
    #expect(
      rows == [
        [
          .integer(.max), .integer(.min), .integer(0), .real(1.5), .real(-1e308), .real(.infinity), .null,
          .text("grüße 🐟"), .text(""), .blob([0, 255]), .blob([]), .blob([0, 0, 0]),
        ]
      ])
  }

  @Test("A text with a zero byte keeps all its bytes", arguments: Installed.all)
  func zeroByte(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let rows = try connection.rows("SELECT CAST(x'610062' AS TEXT), CAST(x'00' AS TEXT)")
    #expect(rows == [[.text([0x61, 0, 0x62]), .text([0])]])
  }

  @Test("The row limit ends a batch, and the next call goes on", arguments: Installed.all)
  func rowLimit(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let statement = try connection.prepare(Self.counting(to: 10))
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 1, rowLimit: 5, byteCapacity: 0)
    var batches: [[[RawValue]]] = []
    var codes: [Int32] = []
    while codes.last != SQLITE_DONE, codes.count < 10 {
      codes.append(buffer.step(connection.api, statement))
      batches.append(buffer.rows)
      buffer.empty()
    }
    #expect(codes == [SQLITE_ROW, SQLITE_ROW, SQLITE_DONE])
    #expect(
      batches == [
        (1...5).map { [.integer($0)] }, (6...10).map { [.integer($0)] }, [],
      ])
    #expect(buffer.isIntact)
  }

  @Test("The room for cells limits a batch too, down to one row", arguments: [3, 4, 5, 7])
  func cellCapacity(_ capacity: Int) throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    let statement = try connection.prepare("SELECT 1, 2, 3 UNION ALL SELECT 4, 5, 6 UNION ALL SELECT 7, 8, 9")
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 3, rowLimit: 100, byteCapacity: 0, cellCapacity: capacity)
    var rows: [[RawValue]] = []
    var code = SQLITE_ROW
    while code == SQLITE_ROW {
      code = buffer.step(connection.api, statement)
      #expect(buffer.raw.row_count <= capacity / 3)
      rows += buffer.rows
      buffer.empty()
    }
    #expect(code == SQLITE_DONE)
    #expect(rows == [[1, 2, 3], [4, 5, 6], [7, 8, 9]].map { $0.map(RawValue.integer) })
    #expect(buffer.isIntact)
  }

  @Test("A row that does not fit stays pending and is neither lost nor read twice", arguments: Installed.all)
  func pendingRow(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    try connection.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB)")
    for id in 1...20 {
      try connection.execute("INSERT INTO t VALUES(\(id), '\(String(repeating: "x", count: id))', zeroblob(\(id)))")
    }
    let statement = try connection.prepare("SELECT id, a, b FROM t ORDER BY id")
    defer { _ = connection.api.pointee.finalize(statement) }
    // 40 bytes are exactly enough for the last row alone and for the first five together with 10 bytes to spare.
    let buffer = RowBuffer(columns: 3, rowLimit: 50, byteCapacity: 40)
    var rows: [[RawValue]] = []
    var fullCount = 0
    var code = SQLITE_ROW
    while code != SQLITE_DONE, fullCount < 50 {
      code = buffer.step(connection.api, statement)
      if Int(code) == QUARRY_ROWS_FULL {
        fullCount += 1
        #expect(buffer.raw.row_pending == 1)
        #expect(buffer.raw.bytes_needed == 2 * (rows.count + buffer.rows.count + 1))
      }
      rows += buffer.rows
      buffer.empty()
    }
    #expect(code == SQLITE_DONE)
    #expect(fullCount > 5)
    #expect(buffer.raw.row_pending == 0)
    #expect(buffer.isIntact)
    #expect(
      rows
        == (1...20).map { id in
          [
            .integer(Int64(id)), .text(String(repeating: "x", count: id)),
            .blob([UInt8](repeating: 0, count: id)),
          ]
        })
  }

  @Test("A row larger than the arena says what it needs; earlier rows survive growing", arguments: Installed.all)
  func growing(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let statement = try connection.prepare("SELECT 'abc', x'01' UNION ALL SELECT 'de', zeroblob(1048576)")
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 2, rowLimit: 10, byteCapacity: 6)
    #expect(Int(buffer.step(connection.api, statement)) == QUARRY_ROWS_FULL)
    #expect(buffer.raw.row_count == 1)
    #expect(buffer.raw.byte_count == 4)
    #expect(buffer.raw.bytes_needed == 1_048_578)
    buffer.growBytes(to: buffer.raw.byte_count + buffer.raw.bytes_needed)
    #expect(buffer.step(connection.api, statement) == SQLITE_DONE)
    #expect(
      buffer.rows == [
        [.text("abc"), .blob([1])], [.text("de"), .blob([UInt8](repeating: 0, count: 1_048_576))],
      ])
    #expect(buffer.isIntact)
  }

  @Test("Calling again without making room asks again and changes nothing")
  func stillFull() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    let statement = try connection.prepare("SELECT 'four' UNION ALL SELECT 'next'")
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 1, rowLimit: 10, byteCapacity: 3)
    for _ in 1...3 {
      #expect(Int(buffer.step(connection.api, statement)) == QUARRY_ROWS_FULL)
      #expect(buffer.raw.bytes_needed == 4)
      #expect(buffer.raw.row_count == 0)
      #expect(buffer.raw.byte_count == 0)
    }
    buffer.growBytes(to: 8)
    #expect(buffer.step(connection.api, statement) == SQLITE_DONE)
    #expect(buffer.rows == [[.text("four")], [.text("next")]])
  }

  @Test(
    "A UTF-16 database gives UTF-8, also when the row has to wait for room",
    arguments: Installed.all, ["UTF-16le", "UTF-16be"])
  func utf16(_ library: SQLiteLibrary, _ encoding: String) throws {
    let connection = try RawConnection(library)
    try connection.execute("PRAGMA encoding = '\(encoding)'")
    try connection.execute("CREATE TABLE t(a TEXT, b BLOB)")
    let texts = ["plain", "grüße", "🐟 fish", "", "日本語", "a\u{0}b"]
    for text in texts {
      #expect(
        try connection.rows("INSERT INTO t VALUES(?, ?)", [.text(text), .blob(Array(text.utf8))]) == [])
    }
    #expect(try connection.text("PRAGMA encoding") == encoding)
    let expected: [[RawValue]] = texts.map { [.text($0), .blob(Array($0.utf8))] }
    for byteCapacity in [0, 7, 20, 4096] {
      let rows = try connection.rows("SELECT a, b FROM t ORDER BY rowid", byteCapacity: byteCapacity)
      #expect(rows == expected, "arena of \(byteCapacity) bytes")
    }
  }

  @Test("A statement without columns ends without rows", arguments: Installed.all)
  func noColumns(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let statement = try connection.prepare("CREATE TABLE t(a)")
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 0, rowLimit: 1, byteCapacity: 0)
    #expect(buffer.step(connection.api, statement) == SQLITE_DONE)
    #expect(buffer.raw.row_count == 0)
    #expect(try connection.text("SELECT count(*) FROM t") == "0")
  }

  static func counting(to last: Int) -> String {
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(last)) SELECT i FROM n"
  }
}
