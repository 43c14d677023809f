internal import CQuarrySQLite
public import Quarry

/// One stored blob or text, opened to read or write parts of it without loading the whole value.
///
/// The size can't change. After a statement changes the row, calls throw `.interrupted` (`SQLITE_ABORT`). After the
/// connection is closed, they throw `.connectionClosed`.
///
/// Source: <https://sqlite.org/c3ref/blob_open.html>.
public final class SQLiteBlob {
  private let connection: SQLiteConnection
  private var handle: OpaquePointer?

  fileprivate init(connection: SQLiteConnection, handle: OpaquePointer) {
    self.connection = connection
    self.handle = handle
    connection.openBlobs.insert(handle)
  }

  deinit { close() }

  /// The number of bytes, or 0 after closing.
  public var count: Int {
    guard let handle = try? openHandle() else { return 0 }
    return Int(connection.api.pointee.blob_bytes?(handle) ?? 0)
  }

  /// Reads a part of the blob.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if the part is outside the blob, `.connectionClosed`,
  ///   or what the engine reports.
  public func read(at offset: Int = 0, count: Int) throws(DatabaseError) -> [UInt8] {
    let handle = try openHandle()
    connection.use.enter()
    defer { connection.use.leave() }
    try check(offset, count)
    var code = SQLITE_OK
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard count > 0 else { return }
      code = connection.api.pointee.blob_read?(handle, buffer.baseAddress, Int32(count), Int32(offset)) ?? SQLITE_MISUSE
      initialized = code == SQLITE_OK ? count : 0
    }
    guard code == SQLITE_OK else { throw connection.failure(code, action: "can't read the blob") }
    return bytes
  }

  /// Overwrites a part of the blob.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if the part is outside the blob, `.readOnly`,
  ///   `.connectionClosed`, or what the engine reports.
  public func write(_ bytes: [UInt8], at offset: Int = 0) throws(DatabaseError) {
    let handle = try openHandle()
    connection.use.enter()
    defer { connection.use.leave() }
    try check(offset, bytes.count)
    let code = bytes.withUnsafeBytes { buffer in
      connection.api.pointee.blob_write?(handle, buffer.baseAddress, Int32(buffer.count), Int32(offset))
        ?? SQLITE_MISUSE
    }
    guard code == SQLITE_OK else { throw connection.failure(code, action: "can't write the blob") }
  }

  /// Moves to the same column of another row.
  ///
  /// - Throws: ``DatabaseError`` with code `.statementFailed` if the row has no such value, `.connectionClosed`, or
  ///   what the engine reports.
  public func move(toRow rowID: Int64) throws(DatabaseError) {
    let handle = try openHandle()
    connection.use.enter()
    defer { connection.use.leave() }
    let code = connection.api.pointee.blob_reopen?(handle, rowID) ?? SQLITE_MISUSE
    guard code == SQLITE_OK else { throw connection.failure(code, action: "can't open the blob of row \(rowID)") }
  }

  /// Closes the blob. What was written becomes part of the transaction. A second call does nothing.
  public func close() {
    guard let closing = handle else { return }
    handle = nil
    guard connection.openBlobs.remove(closing) != nil else { return }
    let api = connection.api
    guard !connection.use.isInCallback else {
      return connection.use.whenIdle { _ = api.pointee.blob_close?(closing) }
    }
    connection.use.enter()
    defer { connection.use.leave() }
    _ = api.pointee.blob_close?(closing)
  }

  private func openHandle() throws(DatabaseError) -> OpaquePointer {
    _ = try connection.openDatabase()
    guard let handle else { throw DatabaseError(.connectionClosed, "the blob was closed; open it again") }
    return handle
  }

  private func check(_ offset: Int, _ count: Int) throws(DatabaseError) {
    let size = self.count
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw DatabaseError(
        .valueOutOfRange, "\(count) bytes from \(offset) on aren't within the \(size) bytes of the blob")
    }
  }
}

extension SQLiteConnection {
  /// Opens one stored blob or text.
  ///
  /// - Parameters:
  ///   - table: The table. It must have a rowid.
  ///   - column: The column.
  ///   - rowID: The row.
  ///   - schema: The schema of the table.
  ///   - writable: Whether the blob can be written. A column of an index or a key can't be written.
  /// - Throws: ``DatabaseError`` with code `.noSuchObject` or `.statementFailed` if there is no such value, or it
  ///   can't be opened; `.connectionClosed`.
  public func openBlob(
    table: String, column: String, rowID: Int64, schema: String = "main", writable: Bool = false
  ) throws(DatabaseError) -> SQLiteBlob {
    for (name, what) in [(table, "table"), (column, "column"), (schema, "schema")] { try Self.checkName(name, what) }
    let database = try openDatabase()
    use.enter()
    defer { use.leave() }
    guard let open = api.pointee.blob_open else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without incremental blobs")
    }
    var handle: OpaquePointer?
    let code = open(database, schema, table, column, rowID, writable ? 1 : 0, &handle)
    guard code == SQLITE_OK, let handle else {
      throw failure(code, action: "can't open the blob in \(table).\(column) of row \(rowID)")
    }
    return SQLiteBlob(connection: self, handle: handle)
  }
}
