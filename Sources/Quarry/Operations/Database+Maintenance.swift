extension Database {
  /// Rebuilds the database file without gaps, and returns free space to the file system.
  ///
  /// It needs up to twice the size of the file as free disk space, and waits until other transactions have ended.
  ///
  /// Source: <https://sqlite.org/lang_vacuum.html>.
  ///
  /// - Throws: ``DatabaseError`` with code `.busy` if another connection holds a lock for longer than the busy timeout.
  ///   The database is then unchanged.
  public func vacuum() async throws { try await execute("VACUUM") }

  /// Moves committed changes from the write-ahead log to the database file.
  ///
  /// The engine does this by itself every 1,000 pages. Call it before you copy a file by other means.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_wal_checkpoint>.
  ///
  /// - Parameter mode: How much to move, and whether to wait for readers.
  /// - Returns: The number of pages that were moved.
  /// - Throws: ``DatabaseError`` with code `.locked` or `.busy` if the engine can't get a lock.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> CheckpointResult {
    let pragma = SQLFragment(raw: "PRAGMA wal_checkpoint(\(mode.rawValue))")
    let row = try await fetchOne(pragma.values(Int64.self, Int64.self, Int64.self, readOnly: false))
    let (busy, pages, moved) = row ?? (Int64(0), Int64(-1), Int64(-1))
    return CheckpointResult(
      isComplete: busy == 0 && pages == moved, logPages: pages < 0 ? nil : Int(pages),
      movedPages: moved < 0 ? nil : Int(moved))
  }
}

/// How much a checkpoint moves, and whom it waits for.
public enum CheckpointMode: String, Sendable, Hashable, CaseIterable {
  /// Moves as much as it can without waiting.
  case passive = "PASSIVE"
  /// Waits for the writer, and for readers of older states, within the busy timeout.
  case full = "FULL"
  /// Like ``full``, and also waits until nobody reads the log. The next writer then starts the log from the beginning.
  case restart = "RESTART"
  /// Like ``restart``, and truncates the log to an empty file.
  case truncate = "TRUNCATE"
}

/// The result of a checkpoint.
public struct CheckpointResult: Sendable, Hashable {
  /// Whether the file contains everything in the log; `true` without a log.
  public let isComplete: Bool
  /// The number of pages in the log; `nil` without a write-ahead log.
  public let logPages: Int?
  /// The number of pages that were moved to the file; `nil` without a write-ahead log.
  public let movedPages: Int?
}
