#if Command
internal import Quarry

extension DatabaseTarget {
  /// Makes sure that the file of a database exists.
  ///
  /// - Throws: ``CommandError`` with the exit code of a database that can't be opened.
  func requireFile() throws {
    guard isMissingFile else { return }
    throw CommandError("the file of \(name) does not exist", exit: .unavailable)
  }

  /// Opens a database, runs a body, and closes the database, even if the body throws.
  ///
  /// - Parameters:
  ///   - creating: Whether a file that does not exist may be created.
  ///   - body: The work.
  func withDatabase<R>(creating: Bool = false, _ body: (Database) async throws -> R) async throws -> R {
    if !creating { try requireFile() }
    let database = try await open(DatabaseConfiguration(maximumReaders: 1))
    let result: Result<R, any Error>
    do { result = .success(try await body(database)) } catch { result = .failure(error) }
    await database.close()
    return try result.get()
  }
}
#endif
