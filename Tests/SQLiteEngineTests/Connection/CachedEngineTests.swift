import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite(
  "Engines of the cache",
  .enabled(
    if: !CachedEngine.names.isEmpty,
    "skipped: the folder of engines is empty; run Conformance/Engines/get-engines"))
struct CachedEngineTests {
  @Test("An expression that is nested too deep is too big, however the engine words it", arguments: CachedEngine.names)
  func deepExpressions(name: String) throws {
    let connection = try SQLiteConnection.open(.memory, library: #require(CachedEngine.location(name)))
    let count = 1500
    let error = try databaseError {
      try connection.execute(
        "SELECT " + String(repeating: "-(", count: count) + "1" + String(repeating: ")", count: count))
    }
    #expect(error.code == .tooBig, "\(error.message)")
    #expect(try connection.value("SELECT 1") == 1)
  }
}
