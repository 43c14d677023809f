import CSQLite

struct GrowthError: Error, CustomStringConvertible {
  let description: String
}

/// A connection of the C API, as in the other benchmarks: no mutex, statements prepared once, nothing copied to bind.
final class Raw: @unchecked Sendable {
  // Sendable because a thread that measures has its own: nothing uses one connection from two threads at once.
  private let handle: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(_ path: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw GrowthError(description: "cannot open \(path)")
    }
    handle = opened
    sqlite3_busy_timeout(handle, 10_000)
    try execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-65536")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The statement of a text, prepared when it is asked for first.
  func statement(_ sql: String) throws -> OpaquePointer {
    if let known = statements[sql] { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw failure(sql) }
    statements[sql] = prepared
    return prepared
  }

  /// Calls a body with each row, and resets the statement.
  @inline(__always)
  func rows(_ statement: OpaquePointer, _ body: (OpaquePointer) -> Void) throws {
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      body(statement)
      code = sqlite3_step(statement)
    }
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw failure("step") }
  }

  private func failure(_ what: String) -> GrowthError {
    GrowthError(description: "\(String(cString: sqlite3_errmsg(handle))): \(what.prefix(80))")
  }
}

@inline(__always)
func rawText(_ statement: OpaquePointer, _ column: Int32) -> String {
  guard let start = sqlite3_column_text(statement, column) else { return "" }
  let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  return String(decoding: bytes, as: UTF8.self)
}
