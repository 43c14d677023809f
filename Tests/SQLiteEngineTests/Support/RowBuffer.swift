import CQuarrySQLite
import QuarrySQLiteEngine
import TestSupport

/// A value as the tests compare it: by storage class and bits.
enum RawValue: Equatable, Sendable {
  case integer(Int64)
  case real(bits: UInt64)
  case text([UInt8])
  case blob([UInt8])
  case null

  static func real(_ value: Double) -> RawValue { .real(bits: value.bitPattern) }
  static func text(_ value: String) -> RawValue { .text(Array(value.utf8)) }
}

/// Memory for a batch of rows. Every byte beyond the stated capacities is a guard that must keep its value.
final class RowBuffer {
  private static let guardByte: UInt8 = 0xA5
  private static let guardSize = 64

  private(set) var raw: quarry_row_buffer
  private var cells: UnsafeMutableRawBufferPointer
  private var bytes: UnsafeMutableRawBufferPointer

  init(columns: Int, rowLimit: Int, byteCapacity: Int, cellCapacity: Int? = nil) {
    let cellCapacity = cellCapacity ?? columns * rowLimit
    cells = Self.guarded(cellCapacity * MemoryLayout<quarry_cell>.stride)
    bytes = Self.guarded(byteCapacity)
    raw = quarry_row_buffer()
    raw.bytes_limit = .max
    raw.cells = cells.baseAddress?.assumingMemoryBound(to: quarry_cell.self)
    raw.cell_capacity = cellCapacity
    raw.bytes = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    raw.byte_capacity = byteCapacity
    raw.column_count = Int32(columns)
    raw.row_limit = Int32(rowLimit)
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  private static func guarded(_ size: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + guardSize, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: guardByte)
    return memory
  }

  /// Whether nothing was written beyond what the capacities allow.
  var isIntact: Bool {
    let cellSize = raw.cell_capacity * MemoryLayout<quarry_cell>.stride
    return cells[cellSize...].allSatisfy { $0 == Self.guardByte }
      && bytes[raw.byte_capacity...].allSatisfy { $0 == Self.guardByte }
  }

  func step(_ api: UnsafePointer<quarry_sqlite_api>, _ statement: OpaquePointer) -> Int32 {
    quarry_step_rows(api, statement, &raw)
  }

  /// Says that SQLite stands on a row that was not read yet.
  func setPending() { raw.row_pending = 1 }

  /// Forgets the rows, keeps the memory.
  func empty() {
    raw.row_count = 0
    raw.byte_count = 0
  }

  /// Takes a larger arena; the rows stay.
  func growBytes(to capacity: Int) {
    let larger = Self.guarded(capacity)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<raw.byte_count]))
    bytes.deallocate()
    bytes = larger
    raw.bytes = larger.baseAddress?.assumingMemoryBound(to: UInt8.self)
    raw.byte_capacity = capacity
  }

  /// Makes room for other rows; those that are there are lost.
  func resizeCells(to capacity: Int) {
    cells.deallocate()
    cells = Self.guarded(capacity * MemoryLayout<quarry_cell>.stride)
    raw.cells = cells.baseAddress?.assumingMemoryBound(to: quarry_cell.self)
    raw.cell_capacity = capacity
  }

  /// The complete rows.
  var rows: [[RawValue]] {
    (0..<Int(raw.row_count)).map { row in
      (0..<Int(raw.column_count)).map { value(at: row * Int(raw.column_count) + $0) }
    }
  }

  private func value(at index: Int) -> RawValue {
    let cell = UnsafeRawBufferPointer(cells).load(
      fromByteOffset: index * MemoryLayout<quarry_cell>.stride, as: quarry_cell.self)
    switch Int(cell.type) {
    case QUARRY_CELL_INTEGER: return .integer(Int64(bitPattern: cell.payload))
    case QUARRY_CELL_REAL: return .real(bits: cell.payload)
    case QUARRY_CELL_TEXT: return .text(content(of: cell))
    case QUARRY_CELL_BLOB: return .blob(content(of: cell))
    default: return .null
    }
  }

  private func content(of cell: quarry_cell) -> [UInt8] {
    let start = Int(cell.payload)
    return Array(bytes[start..<start + Int(cell.length)])
  }
}

/// Values as cells with their bytes beside them, the form in which they are bound.
struct CellArena {
  var cells: [quarry_cell] = []
  var bytes: [UInt8] = []

  init(_ values: [RawValue]) {
    for value in values { append(value) }
  }

  private mutating func append(_ value: RawValue) {
    switch value {
    case .integer(let integer): append(QUARRY_CELL_INTEGER, payload: UInt64(bitPattern: integer))
    case .real(let bits): append(QUARRY_CELL_REAL, payload: bits)
    case .text(let content): append(QUARRY_CELL_TEXT, content)
    case .blob(let content): append(QUARRY_CELL_BLOB, content)
    case .null: append(QUARRY_CELL_NULL, payload: 0)
    }
  }

  private mutating func append(_ type: Int, payload: UInt64) {
    cells.append(quarry_cell(payload: payload, length: 0, type: UInt32(type)))
  }

  private mutating func append(_ type: Int, _ content: [UInt8]) {
    cells.append(quarry_cell(payload: UInt64(bytes.count), length: UInt32(content.count), type: UInt32(type)))
    bytes.append(contentsOf: content)
  }
}

extension RawConnection {
  /// Every row of a query, read in batches. The values are bound first and stay alive until the end.
  func rows(_ sql: String, _ values: [RawValue] = [], byteCapacity: Int = 4096) throws -> [[RawValue]] {
    let statement = try prepare(sql)
    defer { _ = api.pointee.finalize(statement) }
    let arena = CellArena(values)
    return try arena.bytes.withUnsafeBufferPointer { bytes in
      let bound = quarry_bind_values(
        api, statement, arena.cells, bytes.baseAddress, 1, Int32(arena.cells.count), nil)
      guard bound == SQLITE_OK else { throw failure(bound) }
      let columns = Int(api.pointee.column_count(statement))
      let buffer = RowBuffer(columns: columns, rowLimit: 16, byteCapacity: byteCapacity)
      var rows: [[RawValue]] = []
      while true {
        let code = buffer.step(api, statement)
        rows += buffer.rows
        buffer.empty()
        switch Int(code) {
        case Int(SQLITE_DONE): return rows
        case Int(SQLITE_ROW): continue
        case QUARRY_ROWS_FULL: buffer.growBytes(to: max(buffer.raw.bytes_needed, 1))
        default: throw failure(code)
        }
      }
    }
  }
}
