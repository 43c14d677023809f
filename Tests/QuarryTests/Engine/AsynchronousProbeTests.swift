import LineDriver
import Quarry
import QuarrySQLite
import TestSupport
import Testing

/// Features that were found over a connection which suspends.
@Suite struct AsynchronousProbeTests {
  /// An engine that answers from a list and refuses the rest.
  private struct Listed: AsynchronousFeatureProbeTarget {
    var answers: [String: [[SQLValue]]] = [:]
    var isSilent = false

    nonisolated(nonsending) func rows(of queries: [String]) async throws(DatabaseError) -> [[[SQLValue]]?] {
      isSilent ? [] : queries.map { answers[$0] }
    }
    nonisolated(nonsending) func prepares(_ statements: [String]) async throws(DatabaseError) -> [Bool] {
      statements.map { _ in false }
    }
  }

  @Test func everythingSilentIsNeverClaimed() async throws {
    let about: [[SQLValue]] = [["3.46.1", "source"]]
    let engine = try await FeatureProber().engine(
      of: Listed(answers: ["SELECT sqlite_version(), sqlite_source_id()": about]))
    #expect(engine.version == EngineVersion(3, 46, 1) && engine.sourceID == "source")
    #expect(!engine.supports(.rightJoin), "preparing it failed")
  }

  @Test(arguments: [true, false]) func withoutAVersion(_ isSilent: Bool) async throws {
    let error = try await databaseError { try await FeatureProber().engine(of: Listed(isSilent: isSilent)) }
    #expect(error.code == .protocolViolation)
  }

  /// The engine of a server has what the same engine in this process has, but for what only a library can be asked.
  @Test func sameAsInThisProcess() async throws {
    let folder = try TemporaryFolder()
    let local = try await Database(SQLiteDriver(path: folder.file("local.db")))
    let served = try await Database(try ServedFiles.driver(of: folder, "served.db"))
    let (here, there) = (local.capabilities.engine, served.capabilities.engine)
    #expect(there.version == here.version && there.sourceID == here.sourceID)
    // The server's connections refuse texts in double quotes, however its library was built.
    for feature in SQLFeature.all
    where feature.details.group != .cInterface && feature != .buildDoubleQuotedStringsOff {
      #expect(!there.supports(feature) || here.supports(feature), "\(feature.id) is claimed")
    }
    await local.close()
    await served.close()
  }
}
