internal import CQuarrySQLite
internal import Quarry

/// The engines of the loaded libraries: detected once, on a scratch connection in memory, and kept for the process.
enum SQLiteEngineCache {
  private static let engines = Protected<[ObjectIdentifier: DatabaseEngine]>([:])

  /// The engine in a library. The first request takes some milliseconds, unless an earlier process has kept what it
  /// found; others wait for it.
  ///
  /// - Parameter usesProbeCache: Whether to use ``SQLiteProbeCache``.
  static func engine(of library: SQLiteLibrary, usesProbeCache: Bool) -> DatabaseEngine {
    engines.withLock { engines in
      // A library lives for the process, so its identity is never used again.
      if let known = engines[ObjectIdentifier(library)] { return known }
      let engine = SQLiteProbing.engine(of: library, cache: usesProbeCache ? .ofUser : nil)
      engines[ObjectIdentifier(library)] = engine
      return engine
    }
  }
}
