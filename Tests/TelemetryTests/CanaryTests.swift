#if Telemetry
import Tracing
import MetricsTestKit
import Logging
import InMemoryTracing
import InMemoryLogging
import Quarry
import TestSupport
import Testing

/// Nothing that was bound, and no literal, is in what a database tells of itself.
@Suite("Canaries") struct CanaryTests {
  /// Ways to give a value to a database, each of which may fail.
  static let ways: [(name: String, run: @Sendable (Database) async throws -> Void)] = [
    ("bound", { _ = try await $0.execute("INSERT INTO t VALUES (\(Canary.text), \(Canary.number))") }),
    ("bound, refused", { _ = try await $0.execute("INSERT INTO u VALUES (\(Canary.text)), (\(Canary.text))") }),
    ("bound, not a column", { _ = try await $0.execute("SELECT \(Canary.text), nothing") }),
    ("literal", { _ = try await $0.execute("INSERT INTO t VALUES ('canary-7f3a9c', 730519284617)") }),
    ("literal, escaped quote", { _ = try await $0.execute("INSERT INTO t VALUES ('O''canary-7f3a9c', 1)") }),
    ("literal, broken quote", { _ = try await $0.execute("SELECT 'O'Brien canary-7f3a9c'") }),
    ("literal without an end", { _ = try await $0.execute("SELECT 'canary-7f3a9c") }),
    ("comment", { _ = try await $0.execute("SELECT 1 /* canary-7f3a9c */ -- canary-7f3a9c") }),
    ("comment without an end", { _ = try await $0.execute("SELECT 1 /* canary-7f3a9c") }),
    ("pragma", { _ = try await $0.execute("PRAGMA application_id = 'canary-7f3a9c'") }),
    ("pragma, word", { _ = try await $0.execute("PRAGMA application_id = canary7f3a9c") }),
    ("script", { try await $0.executeScript("INSERT INTO t VALUES ('canary-7f3a9c', 1); SELECT 'canary-7f3a9c") }),
    (
      "batch",
      {
        _ = try await $0.batch {
          $0.execute("INSERT INTO t VALUES (\(Canary.text), 1)"); $0.execute("SELECT 'canary-7f3a9c'")
        }
      }
    ),
    (
      "body",
      {
        _ = try await $0.write { (session: SQLSession) in
          _ = try session.execute("INSERT INTO t VALUES (\(Canary.text), 1)")
        }
      }
    ),
    (
      "suspending body",
      {
        _ = try await $0.write { (body: DatabaseTransaction) in
          try await body.execute("INSERT INTO t VALUES (\(Canary.text), 1)")
        }
      }
    ),
    ("body that throws", { _ = try await $0.write { (_: SQLSession) in throw SecretError(text: Canary.text) } }),
    ("rows", { for try await _ in $0.rows(("SELECT * FROM t WHERE a = \(Canary.text)" as SQLFragment).rows()) {} }),
    ("decoding", { _ = try await $0.fetchAll(("SELECT \(Canary.text)" as SQLFragment).values(Int.self)) }),
  ]

  private struct SecretError: Error { let text: String }

  @Test("No way to give a value shows it", arguments: WatchedDriver.installed, Array(ways.indices))
  func hidden(_ driver: WatchedDriver, _ way: Int) async throws {
    let watched = try await Watched(driver) { $0.slowStatementThreshold = .zero }
    try await watched.database.execute("CREATE TABLE t (a, b)")
    try await watched.database.execute("CREATE TABLE u (a UNIQUE)")
    let before = watched.log.entries.count
    do { try await Self.ways[way].run(watched.database) } catch {}
    await watched.end()
    let text = watched.everything
    #expect(watched.log.entries.count > before, "something is told")
    for canary in [Canary.text, "canary7f3a9c", "7f3a9c", "\(Canary.number)", "Brien"] {
      #expect(!text.contains(canary), "\(Self.ways[way].name): \(canary)")
    }
  }

  @Test("Neither a folder nor a key is told", arguments: WatchedDriver.installed)
  func folder(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    try await watched.database.execute("CREATE TABLE t (a)")
    await watched.end()
    #expect(!watched.everything.contains("/music.db"))
    #expect(!watched.everything.contains(Canary.text))
  }
}
#endif
