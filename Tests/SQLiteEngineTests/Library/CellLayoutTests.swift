import CQuarrySQLite
import Quarry
import Testing

/// The engine fills memory that the core reads as its own type: both must lay a cell out alike.
@Suite("Row batches: layout of a cell")
struct CellLayoutTests {
  @Test("A cell has 16 bytes and its fields at 0, 8 and 12")
  func cell() {
    #expect(MemoryLayout<quarry_cell>.size == 16)
    #expect(MemoryLayout<quarry_cell>.stride == 16)
    #expect(MemoryLayout<quarry_cell>.alignment == 8)
    #expect(MemoryLayout<quarry_cell>.offset(of: \.payload) == 0)
    #expect(MemoryLayout<quarry_cell>.offset(of: \.length) == 8)
    #expect(MemoryLayout<quarry_cell>.offset(of: \.type) == 12)
  }

  @Test("The core's cell has the same layout")
  func coreCell() {
    #expect(MemoryLayout<SQLCellStorage>.size == MemoryLayout<quarry_cell>.size)
    #expect(MemoryLayout<SQLCellStorage>.stride == MemoryLayout<quarry_cell>.stride)
    #expect(MemoryLayout<SQLCellStorage>.alignment == MemoryLayout<quarry_cell>.alignment)
    #expect(MemoryLayout<SQLCellStorage>.offset(of: \.payload) == MemoryLayout<quarry_cell>.offset(of: \.payload))
    #expect(MemoryLayout<SQLCellStorage>.offset(of: \.length) == MemoryLayout<quarry_cell>.offset(of: \.length))
    #expect(MemoryLayout<SQLCellStorage>.offset(of: \.type) == MemoryLayout<quarry_cell>.offset(of: \.type))
  }

  @Test("The storage classes have the numbers of SQLite and of the core")
  func storageClasses() {
    let cells = [
      QUARRY_CELL_INTEGER, QUARRY_CELL_REAL, QUARRY_CELL_TEXT, QUARRY_CELL_BLOB, QUARRY_CELL_NULL,
    ]
    let sqlite = [SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB, SQLITE_NULL].map(Int.init)
    let core: [SQLStorageClass] = [.integer, .real, .text, .blob, .null]
    #expect(cells == sqlite)
    #expect(cells == core.map { Int($0.rawValue) })
  }
}
