public import Quarry

extension Database {
  /// Copies the database page by page to a file, which is replaced atomically when the copy is complete.
  ///
  /// The copy is a snapshot of the database. With a write-ahead log, reads and writes continue meanwhile. If the task
  /// is cancelled or an error occurs, an existing file at the path doesn't change, and no partial file is left.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - encryption: The key of the copy. Required if this database is encrypted, otherwise not allowed.
  ///   - pagesPerStep: The number of pages to copy between two reports, at least 1.
  ///   - progress: A closure that gets the progress of the copy, on the connection's thread.
  /// - Throws: What ``SQLiteConnection/backUp(toFile:encryption:pagesPerStep:progress:)`` throws; ``DatabaseError``
  ///   with code `.unsupportedFeature` if the driver has no engine in this process; `CancellationError`.
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

  /// Returns the content of the database as the bytes of a database file.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the database is encrypted, because the bytes
  ///   would be plain, or if the driver has no engine in this process; or what the engine reports.
  public func image() async throws -> [UInt8] {
    try await read { (session: SQLSession) in
      try session.withDriverConnection(SQLiteConnection.self) { try $0.image() }
    }
  }
}
