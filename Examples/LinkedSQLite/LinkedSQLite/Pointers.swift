internal import CLinkedSQLite
internal import Quarry
internal import Synchronization

// The one place where memory of the engine is read and memory of Swift is lent to it. It is sound because nothing is
// kept: the engine's bytes are copied before the next call on the statement, which is how long they stay valid
// (https://sqlite.org/c3ref/column_blob.html), and the engine copies what it is lent before it returns. Only the handle of
// interrupts is kept, by an engine that its connection closes first.

/// A copy of a C string of the engine.
func cText(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

/// Prepares the first statement of a text that is not empty, and tells how many bytes it took.
func prepareFirst(
  of sql: String, in database: OpaquePointer
) -> (code: Int32, statement: OpaquePointer?, byteCount: Int) {
  sql.withCString { text in
    var position = text
    while true {
      var statement: OpaquePointer?
      var end: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(database, position, -1, &statement, &end)
      let next = end ?? position
      // A text that begins with an empty statement gives no statement, and the rest of it.
      if code == SQLITE_OK, statement == nil, next > position, next.pointee != 0 {
        position = next
      } else {
        return (code, statement, next - text)
      }
    }
  }
}

/// Gives a value to a parameter. Texts go by their length, so that zero bytes survive; an empty blob stays a blob.
func bind(_ value: SQLValue, to index: Int32, of statement: OpaquePointer) -> Int32 {
  switch value {
  case .null: return sqlite3_bind_null(statement, index)
  case .integer(let integer): return sqlite3_bind_int64(statement, index, integer)
  case .real(let real): return sqlite3_bind_double(statement, index, real)
  case .text(let text): return text.withCString { linked_bind_text(statement, index, $0, UInt64(text.utf8.count)) }
  case .blob(let blob):
    if blob.isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
    return blob.withUnsafeBytes { linked_bind_blob(statement, index, $0.baseAddress, UInt64($0.count)) }
  }
}

/// Appends a column of the current row, and tells how many bytes that took; nil when the engine ran out of memory.
func append(_ column: Int32, of statement: OpaquePointer, to batch: SQLRowBatch) -> Int? {
  switch sqlite3_column_type(statement, column) {
  case SQLITE_INTEGER: batch.append(integer: sqlite3_column_int64(statement, column))
  case SQLITE_FLOAT: batch.append(real: sqlite3_column_double(statement, column))
  case SQLITE_TEXT:
    // The order matters: asking for the text converts it from UTF-16 where needed, and then has its length.
    guard let text = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    batch.append(text: UnsafeBufferPointer(start: text, count: count))
    return count
  case SQLITE_BLOB:
    let blob = sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
    let count = Int(sqlite3_column_bytes(statement, column))
    if blob == nil, count > 0 { return nil }
    batch.append(blob: UnsafeBufferPointer(start: blob, count: count))  // An empty blob has no address.
    return count
  default: batch.appendNull()
  }
  return 8
}

/// Has the engine ask now and then whether the statement was interrupted.
func watchInterrupts(of database: OpaquePointer, by handle: LinkedSQLiteInterruptHandle) {
  sqlite3_progress_handler(
    database, 4096,
    { context in
      guard let context else { return 0 }
      let handle = Unmanaged<LinkedSQLiteInterruptHandle>.fromOpaque(context).takeUnretainedValue()
      return handle.isInterrupted.load(ordering: .relaxed) ? 1 : 0
    }, Unmanaged.passUnretained(handle).toOpaque())
}
