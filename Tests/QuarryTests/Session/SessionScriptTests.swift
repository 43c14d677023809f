import LineDriver
import Quarry
import QuarryMemory
import QuarrySQLite
import TestSupport
import Testing

/// The session that calls and the one that awaits do the same with the same operations.
@Suite struct SessionScriptTests {
  enum Place: CaseIterable {
    /// In the process: bodies run on the connection's thread.
    case file, cipher, memory
    /// A driver that suspends: bodies that call run on a thread that waits for it.
    case suspending

    func database(_ folder: TemporaryFolder) async throws -> Database {
      switch self {
      case .file: try await Database(SQLiteDriver(path: folder.file("t.db")))
      case .cipher: try await LocalDriver.sqlcipher.database(in: folder)
      case .memory: try await Database(MemoryDriver())
      case .suspending: try await Database(try ServedFiles.driver(of: folder, "t.db"))
      }
    }
  }

  @Test(arguments: Place.allCases, [true, false]) func bothWays(place: Place, writes: Bool) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(folder)
    var refused = 0
    for seed in 0..<150 as Range<UInt64> {
      let script = SessionScript(seed: seed, writes: writes)
      let called = try await script.trace(.calling, on: database)
      let awaited = try await script.trace(.awaiting, on: database)
      #expect(called == awaited, "seed \(seed): \(script.operations)")
      refused += called.filter { $0.contains("Error") || $0.contains("notApplied") }.count
    }
    #expect(refused > 50, "\(refused) errors were seen")
    await database.close()
  }

  /// What the drivers give is the same, too.
  @Test(arguments: [true, false]) func everyDriver(writes: Bool) async throws {
    var traces: [[[String]]] = []
    for place in Place.allCases {
      let folder = try TemporaryFolder()
      let database = try await place.database(folder)
      var found: [[String]] = []
      for seed in 200..<260 as Range<UInt64> {
        let script = SessionScript(seed: seed, writes: writes, usesReturning: false)
        found.append(try await script.trace(.calling, on: database))
      }
      traces.append(found)
      await database.close()
    }
    for (place, found) in zip(Place.allCases, traces) {
      for (seed, (here, there)) in zip(found, traces[0]).enumerated() {
        #expect(here == there, "\(place), seed \(200 + seed)")
      }
    }
  }
}
