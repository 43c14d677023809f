#if Command
internal import Quarry
internal import QuarryCopy
internal import QuarrySQLiteEngine

/// Writes a database as SQL text to a console or a file.
struct DatabaseDump: Sendable {
  let database: Database
  /// Whether to write rows. If `false`, only the schema is written.
  let includesRows: Bool

  /// Writes to a console.
  ///
  /// - Parameter check: Called before each part. If it throws, the dump ends.
  func write(
    to console: Console, check: @escaping @Sendable () throws -> Void = {}
  ) async throws -> DumpReport {
    let output = BufferedOutput(console)
    defer { output.flush() }
    return try await DatabaseDumper(includesRows: includesRows).dump(database) { part in
      try check()
      output.console.output(part)
    }
  }

  /// Writes a file, which is replaced in one step when the text is complete.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isPrivate: Whether a new file is readable only by its owner.
  func write(to path: String, isPrivate: Bool) async throws -> DumpReport {
    let replacement = try SQLiteFileReplacement(of: path, isPrivate: isPrivate)
    let output = try OutputFile(replacement.temporaryPath)
    defer { output.close() }
    let report = try await DatabaseDumper(includesRows: includesRows).dump(database) { try output.write($0) }
    try output.finish()
    try replacement.complete()
    return report
  }
}
#endif
