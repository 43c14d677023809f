#if Command
internal import Quarry
internal import QuarrySQLite

/// The temporary databases of `quarry serve --scratch`: one file for each namespace, in a temporary folder.
///
/// They are files, because only files let several connections read beside a writer, each in its own snapshot. A
/// namespace that was closed for a while uses the same file again.
final class ScratchFiles: Sendable {
  private let folder = TemporaryFolder()
  private let numbers = Protected<[String: Int]>([:])

  /// Opens the database of a namespace. It needn't survive a crash, so no commit waits for the disk.
  func database(_ namespace: String) async throws -> Database {
    let number = numbers.withLock { numbers in
      let number = numbers[namespace] ?? numbers.count + 1
      numbers[namespace] = number
      return number
    }
    var settings = SQLiteConnectionSettings()
    settings.synchronous = .off
    return try await Database(SQLiteDriver(path: try folder.path("scratch-\(number).db"), settings: settings))
  }

  /// Removes all files.
  func remove() { folder.remove() }
}
#endif
