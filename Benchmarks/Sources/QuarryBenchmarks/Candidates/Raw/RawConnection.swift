import CSQLite
import Foundation

/// A connection driven by hand, as a programmer who knows the C API would.
///
/// Opened without SQLite's own mutex, statements prepared once as persistent, columns read by constant index, text and
/// blobs bound from Swift's storage without a copy.
final class RawConnection {
  let handle: OpaquePointer
  private var statements: [OpaquePointer] = []

  init(_ path: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw BenchmarkError.sqlite(code: code, message: "cannot open \(path)")
    }
    handle = opened
    sqlite3_busy_timeout(handle, 10_000)
    try execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536")
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  func prepare(_ sql: String) throws -> OpaquePointer {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    statements.append(prepared)
    return prepared
  }

  func error(_ code: Int32) -> BenchmarkError {
    .sqlite(code: code, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs a statement that gives no row.
  @inline(__always)
  func run(_ statement: OpaquePointer) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw error(code) }
  }

  static let insertItem = "INSERT INTO item (id, name, score, count, weight, payload) VALUES (?, ?, ?, ?, ?, ?)"
  static let allItems = "SELECT id, name, score, count, weight, payload FROM item"
  static let itemByKey = "SELECT id, name, score, count, weight, payload FROM item WHERE id = ?"

  @inline(__always)
  func insert(_ item: Item, _ statement: OpaquePointer) throws {
    sqlite3_bind_int64(statement, 1, item.id)
    if let score = item.score {
      sqlite3_bind_double(statement, 3, score)
    } else {
      sqlite3_bind_null(statement, 3)
    }
    sqlite3_bind_int64(statement, 4, item.count)
    sqlite3_bind_double(statement, 5, item.weight)
    var name = item.name
    try name.withUTF8 { text in
      try text.withMemoryRebound(to: CChar.self) { text in
        _ = sqlite3_bind_text(statement, 2, text.baseAddress, Int32(text.count), nil)
        try item.payload.withUnsafeBytes { bytes in
          _ = sqlite3_bind_blob(statement, 6, bytes.baseAddress, Int32(bytes.count), nil)
          try run(statement)
        }
      }
    }
  }

  @inline(__always)
  func lookUp(_ key: Int64, _ statement: OpaquePointer) throws -> Item {
    sqlite3_bind_int64(statement, 1, key)
    guard sqlite3_step(statement) == SQLITE_ROW else {
      sqlite3_reset(statement)
      throw BenchmarkError.missingRow(key)
    }
    let item = Item(raw: statement)
    sqlite3_reset(statement)
    return item
  }
}

@inline(__always)
private func text(_ statement: OpaquePointer, _ column: Int32) -> String {
  guard let start = sqlite3_column_text(statement, column) else { return "" }
  let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  return String(decoding: bytes, as: UTF8.self)
}

@inline(__always)
private func blob(_ statement: OpaquePointer, _ column: Int32) -> Data {
  guard let start = sqlite3_column_blob(statement, column) else { return Data() }
  return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
}

extension Item {
  @inline(__always)
  init(raw statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    name = text(statement, 1)
    score =
      sqlite3_column_type(statement, 2) == SQLITE_NULL ? nil : sqlite3_column_double(statement, 2)
    count = sqlite3_column_int64(statement, 3)
    weight = sqlite3_column_double(statement, 4)
    payload = blob(statement, 5)
  }
}

extension Child {
  @inline(__always)
  init(raw statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    parentId = sqlite3_column_int64(statement, 1)
    title = text(statement, 2)
    value = sqlite3_column_double(statement, 3)
  }
}

extension Parent {
  @inline(__always)
  init(raw statement: OpaquePointer, at offset: Int32) {
    id = sqlite3_column_int64(statement, offset)
    name = text(statement, offset + 1)
    rank = sqlite3_column_int64(statement, offset + 2)
  }
}

extension Words {
  @inline(__always)
  init(raw statement: OpaquePointer) {
    id = sqlite3_column_int64(statement, 0)
    a = text(statement, 1)
    b = text(statement, 2)
    c = text(statement, 3)
    d = text(statement, 4)
  }
}
