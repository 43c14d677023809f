import CQuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("Binding cells")
struct BindingTests {
  @Test("Every value comes back with its class and its bits", arguments: Installed.all)
  func roundTrip(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let values: [RawValue] = [
      .integer(.max), .integer(.min), .integer(-1), .real(-0.0), .real(.leastNonzeroMagnitude), .real(.infinity), .null,
      .text("grüße 🐟"), .text(""), .text([0x61, 0, 0x62]), .text([0]), .blob([0, 1, 255]), .blob([]),
      .blob([UInt8](repeating: 7, count: 1 << 20)), .text(String(repeating: "é", count: 1 << 19)),
    ]
    let parameters = values.map { _ in "?" }.joined(separator: ", ")
    #expect(try connection.rows("SELECT \(parameters)", values) == [values])
  }

  @Test("An empty blob is a blob and an empty text is a text, without any arena", arguments: Installed.all)
  func emptyValues(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let rows = try connection.rows(
      "SELECT typeof(?1), length(?1), typeof(?2), length(?2), typeof(?3)", [.blob([]), .text(""), .null])
    #expect(rows == [[.text("blob"), .integer(0), .text("text"), .integer(0), .text("null")]])

    let statement = try connection.prepare("SELECT ?, ?")
    defer { _ = connection.api.pointee.finalize(statement) }
    let arena = CellArena([.blob([]), .text("")])
    #expect(quarry_bind_values(connection.api, statement, arena.cells, nil, 1, 2, nil) == SQLITE_OK)
    let buffer = RowBuffer(columns: 2, rowLimit: 1, byteCapacity: 0)
    #expect(buffer.step(connection.api, statement) == SQLITE_ROW)
    #expect(buffer.rows == [[.blob([]), .text("")]])
  }

  @Test("A text is bound by its length, zero bytes included", arguments: Installed.all)
  func zeroByte(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let rows = try connection.rows("SELECT hex(?1), typeof(?1)", [.text([0x61, 0, 0x62])])
    #expect(rows == [[.text("610062"), .text("text")]])
  }

  @Test("Not a number becomes NULL, as SQLite has it", arguments: Installed.all)
  func notANumber(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    #expect(try connection.rows("SELECT ?", [.real(.nan)]) == [[.null]])
  }

  @Test("Binding begins at the parameter that is asked for and leaves the others alone")
  func firstIndex() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    let statement = try connection.prepare("SELECT ?, ?, ?, ?")
    defer { _ = connection.api.pointee.finalize(statement) }
    let arena = CellArena([.integer(2), .integer(3)])
    #expect(quarry_bind_values(connection.api, statement, arena.cells, nil, 2, 2, nil) == SQLITE_OK)
    let buffer = RowBuffer(columns: 4, rowLimit: 1, byteCapacity: 0)
    #expect(buffer.step(connection.api, statement) == SQLITE_ROW)
    #expect(buffer.rows == [[.null, .integer(2), .integer(3), .null]])
  }

  @Test("Too many values and unknown types are refused with SQLite's codes")
  func refusals() throws {
    let library = try Installed.sqlite.get()
    let connection = try RawConnection(library)
    let statement = try connection.prepare("SELECT ?")
    defer { _ = connection.api.pointee.finalize(statement) }
    let two = CellArena([.integer(1), .integer(2)])
    #expect(quarry_bind_values(connection.api, statement, two.cells, nil, 1, 2, nil) == SQLITE_RANGE)
    for type: UInt32 in [0, 6, .max] {
      let unknown = [quarry_cell(payload: 0, length: 0, type: type)]
      #expect(quarry_bind_values(connection.api, statement, unknown, nil, 1, 1, nil) == SQLITE_MISUSE)
    }
    #expect(quarry_bind_values(connection.api, statement, nil, nil, 1, 0, nil) == SQLITE_OK)
  }
}
