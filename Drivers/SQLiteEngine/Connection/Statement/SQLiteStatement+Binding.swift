internal import CQuarrySQLite
internal import Quarry

extension SQLiteStatement {
  /// Binds one value to each parameter. The statement must be reset, and have as many parameters.
  ///
  /// The length of a text is passed, so that zero bytes in it survive. An empty blob stays a blob. The engine doesn't
  /// copy texts and blobs: the buffer must stay until the statement is reset.
  @inline(__always) func bind(_ values: BoundValues) throws(DatabaseError) {
    hasBoundBytes = values.byteCount > 0
    var failed: Int32 = 0
    let code = values.withUnsafeStorage { cells, bytes in
      // The two cells are the same memory, named twice: 16 bytes of an offset or bits, a length and a storage class.
      quarry_bind_values(
        api, handle, UnsafeRawPointer(cells).assumingMemoryBound(to: quarry_cell.self), bytes, 1,
        Int32(parameterCount), &failed)
    }
    if unlikely(code != SQLITE_OK) { throw bindingFailed(code, failed) }
  }

  @inline(never) private func bindingFailed(_ code: Int32, _ failed: Int32) -> DatabaseError {
    let error = connection.failure(code, sql: sql, action: "can't bind the value of parameter \(failed)")
    _ = api.pointee.clear_bindings(handle)
    hasBoundBytes = false
    return error
  }
}
