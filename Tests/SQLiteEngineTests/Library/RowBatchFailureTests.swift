import CQuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("Row batches: what goes wrong")
struct RowBatchFailureTests {
  @Test("An error in the middle keeps the rows before it", arguments: Installed.all)
  func errorAfterRows(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    try connection.execute("CREATE TABLE t(a)")
    try connection.execute("INSERT INTO t VALUES(-1), (-2), (-9223372036854775808), (-3)")
    let statement = try connection.prepare("SELECT abs(a) FROM t ORDER BY rowid")
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 1, rowLimit: 10, byteCapacity: 0)
    #expect(buffer.step(connection.api, statement) == SQLITE_ERROR)
    #expect(buffer.rows == [[.integer(1)], [.integer(2)]])
    #expect(buffer.raw.row_pending == 0)
  }

  @Test("A changed schema announces the new number of columns before any cell is written", arguments: Installed.all)
  func reshaped(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    try connection.execute("CREATE TABLE t(a)")
    try connection.execute("INSERT INTO t VALUES(1), (2)")
    let statement = try connection.prepare("SELECT * FROM t ORDER BY rowid")
    defer { _ = connection.api.pointee.finalize(statement) }
    try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 'new'")

    let buffer = RowBuffer(columns: 1, rowLimit: 10, byteCapacity: 100, cellCapacity: 1)
    #expect(Int(buffer.step(connection.api, statement)) == QUARRY_ROWS_RESHAPED)
    #expect(buffer.raw.column_count == 2)
    #expect(buffer.raw.row_count == 0)
    #expect(buffer.raw.row_pending == 1)
    #expect(buffer.isIntact)

    #expect(buffer.step(connection.api, statement) == SQLITE_MISUSE, "the cells are still too few")
    buffer.resizeCells(to: 20)
    #expect(buffer.step(connection.api, statement) == SQLITE_DONE)
    #expect(buffer.rows == [[.integer(1), .text("new")], [.integer(2), .text("new")]])
  }

  @Test("A buffer that cannot hold a row is refused before SQLite does anything")
  func misuse() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    let statement = try connection.prepare("SELECT 1, 2")
    defer { _ = connection.api.pointee.finalize(statement) }
    let tooFewCells = RowBuffer(columns: 2, rowLimit: 1, byteCapacity: 0, cellCapacity: 1)
    #expect(tooFewCells.step(connection.api, statement) == SQLITE_MISUSE)
    let noRows = RowBuffer(columns: 2, rowLimit: 0, byteCapacity: 0, cellCapacity: 2)
    #expect(noRows.step(connection.api, statement) == SQLITE_MISUSE)
    #expect(connection.api.pointee.stmt_busy(statement) == 0)
    #expect(connection.api.pointee.data_count(statement) == 0)
  }

  @Test("A text or blob that SQLite cannot deliver for want of memory is an error, not NULL")
  func noMemory() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    for sql in ["SELECT 1, 'text'", "SELECT 1, x'0102'"] {
      // The same library, but for two functions that answer like SQLite without memory.
      var starved = library.api.pointee
      starved.value_text = { _ in nil }
      starved.value_blob = { _ in nil }
      let statement = try connection.prepare(sql)
      defer { _ = connection.api.pointee.finalize(statement) }
      for byteCapacity in [0, 100] {
        let buffer = RowBuffer(columns: 2, rowLimit: 10, byteCapacity: byteCapacity)
        #expect(withUnsafePointer(to: starved) { buffer.step($0, statement) } == SQLITE_NOMEM)
        #expect(buffer.raw.row_count == 0)
        #expect(buffer.raw.byte_count == 0)
        #expect(buffer.isIntact)
        _ = connection.api.pointee.reset(statement)
      }
    }
  }

  @Test("SQLite itself out of memory while it converts a text: the same error")
  func noMemoryForConversion() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        let library = try SQLiteLibrary.load(.systemSQLite)
        // The limit holds for the whole process, hence a process of its own. SQLite has it since 3.31.
        guard let hardHeapLimit = library.api.pointee.hard_heap_limit64 else { return }
        let connection = try RawConnection(library)
        try connection.execute("PRAGMA encoding = 'UTF-16'")
        let text = String(repeating: "x", count: 4_000_000)
        let statement = try connection.prepare("SELECT '\(text)'")
        try #require(connection.api.pointee.step(statement) == SQLITE_ROW)
        let buffer = RowBuffer(columns: 1, rowLimit: 1, byteCapacity: 5_000_000)
        buffer.setPending()
        _ = hardHeapLimit(library.api.pointee.memory_used() + 100_000)
        #expect(buffer.step(connection.api, statement) == SQLITE_NOMEM)
        #expect(buffer.raw.row_count == 0)
        _ = hardHeapLimit(0)
        _ = connection.api.pointee.finalize(statement)
      }
    }
  }

  @Test("An interrupted statement gives the code of an interruption")
  func interrupted() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    let statement = try connection.prepare(RowBatchTests.counting(to: 1_000_000))
    defer { _ = connection.api.pointee.finalize(statement) }
    let buffer = RowBuffer(columns: 1, rowLimit: 10, byteCapacity: 0)
    #expect(buffer.step(connection.api, statement) == SQLITE_ROW)
    buffer.empty()
    connection.api.pointee.interrupt(connection.database)
    #expect(buffer.step(connection.api, statement) == SQLITE_INTERRUPT)
    #expect(buffer.raw.row_count == 0)
  }
}
