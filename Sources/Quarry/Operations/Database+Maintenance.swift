extension Database {
  /// Writes the database anew, without gaps, and gives what is free back to the file system.
  ///
  /// It needs about twice the room of the file meanwhile, and waits for the end of other transactions.
  ///
  /// Source: <https://sqlite.org/lang_vacuum.html>.
  ///
  /// - Throws: ``DatabaseError``, with code `.busy` when a lock is held for longer than the busy timeout; the database is as
  ///   it was.
  public func vacuum() async throws { try await execute("VACUUM") }

  /// Moves what was committed from the write-ahead log to the file.
  ///
  /// The engine does so by itself every 1,000 pages. It is worth a call before a file is copied by other means.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_wal_checkpoint>.
  ///
  /// - Parameter mode: How far to go, and whether to wait for readers.
  /// - Returns: How much was moved.
  /// - Throws: ``DatabaseError``, with code `.locked` or `.busy` where the engine does not wait.
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

/// How far a checkpoint goes.
public enum CheckpointMode: String, Sendable, Hashable, CaseIterable {
  /// As far as it gets without waiting for anybody.
  case passive = "PASSIVE"
  /// Waits for the writer, and for readers of older states, within the busy timeout.
  case full = "FULL"
  /// As ``full``, and waits until nobody reads the log, which then starts anew.
  case restart = "RESTART"
  /// As ``restart``, and makes the log an empty file.
  case truncate = "TRUNCATE"
}

/// What a checkpoint did.
public struct CheckpointResult: Sendable, Hashable {
  /// Whether everything in the log is in the file now; true where there is no log.
  public let isComplete: Bool
  /// How many pages the log has; `nil` without a write-ahead log.
  public let logPages: Int?
  /// How many of them are in the file now; `nil` without a write-ahead log.
  public let movedPages: Int?
}
