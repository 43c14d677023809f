internal import CQuarrySQLite
internal import Quarry

extension SQLiteStatement {
  /// Binds one value to each parameter. The statement must be reset, and have as many parameters.
  ///
  /// The length of a text is passed, so that zero bytes in it survive. An empty blob stays a blob.
  func bind(_ values: [SQLValue]) throws(DatabaseError) {
    let api = connection.api
    var total = 0
    for value in values {
      switch value {
      case .text(let text): total += text.utf8.count
      case .blob(let blob): total += blob.count
      default: break
      }
    }
    arena.reserve(total)
    var used = 0
    var index: Int32 = 0
    for value in values {
      index += 1
      let code: Int32
      switch value {
      case .null:
        code = api.pointee.bind_null(handle, index)
      case .integer(let integer):
        code = api.pointee.bind_int64(handle, index, integer)
      case .real(let real):
        code = api.pointee.bind_double(handle, index, real)
      case .text(var text):
        let place = arena.bytes + used
        let count = text.withUTF8 { utf8 in
          if let start = utf8.baseAddress { place.update(from: start, count: utf8.count) }
          return utf8.count
        }
        used += count
        hasBoundBytes = true
        code = place.withMemoryRebound(to: CChar.self, capacity: count) { text in
          // No destructor (SQLITE_STATIC): the bytes stay in the arena until the statement is reset.
          api.pointee.bind_text64(handle, index, text, UInt64(count), nil, UInt8(SQLITE_UTF8))
        }
      case .blob(let blob):
        guard !blob.isEmpty else {
          code = api.pointee.bind_zeroblob(handle, index, 0)
          break
        }
        let place = arena.bytes + used
        blob.withUnsafeBufferPointer { buffer in
          if let start = buffer.baseAddress { place.update(from: start, count: buffer.count) }
        }
        used += blob.count
        hasBoundBytes = true
        code = api.pointee.bind_blob64(handle, index, place, UInt64(blob.count), nil)
      }
      guard code == SQLITE_OK else {
        let error = connection.failure(code, sql: sql, action: "can't bind the value of parameter \(index)")
        _ = api.pointee.clear_bindings(handle)
        hasBoundBytes = false
        throw error
      }
    }
  }
}
