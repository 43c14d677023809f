public import Quarry

extension Database {
  /// Copies the database page by page to a file, which is replaced in one step when the copy is complete.
  ///
  /// The copy is one state of the database; reads and writes go on beside it where the file has a write-ahead log. If the task
  /// is cancelled, or anything fails, a file that was there before is as it was, and nothing else is left.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - encryption: The key of the copy: needed when this database is encrypted, not allowed when it is not.
  ///   - pagesPerStep: How many pages to copy between two reports, at least 1.
  ///   - progress: Takes how far the copy is, on the connection's thread.
  /// - Throws: `CancellationError`; ``DatabaseError`` as ``SQLiteConnection/backUp(toFile:encryption:pagesPerStep:progress:)``
  ///   throws it, and with code `.unsupportedFeature` for a driver that has no engine in this process.
  public func backUp(
    toFile path: String, encryption: SQLCipherEncryption? = nil, pagesPerStep: Int = 256,
    progress: @escaping @Sendable (SQLiteBackupProgress) -> Void = { _ in }
  ) async throws {
    try await read { (session: SQLSession) in
      try session.withDriverConnection(SQLiteConnection.self) { connection in
        try connection.backUp(toFile: path, encryption: encryption, pagesPerStep: pagesPerStep) { report in
          progress(report)
          return !Task.isCancelled
        }
      }
    }
  }

  /// Returns the content of the database as the bytes that its file would have.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` for an encrypted database, whose image would be in the clear,
  ///   and for a driver that has no engine in this process; what the engine reports.
  public func image() async throws -> [UInt8] {
    try await read { (session: SQLSession) in
      try session.withDriverConnection(SQLiteConnection.self) { try $0.image() }
    }
  }
}
