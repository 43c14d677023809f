import Quarry
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// Typed batches on rqlite: reads together, writes together, and no rows of reads among writes.
@Suite struct RqliteBatchTests {
  private func withDatabase(_ body: (Database) async throws -> Void) async throws {
    let standIn = try await RqliteStandIn()
    let database = try await Database(
      try RqliteDriver(
        addresses: await standIn.addresses, transport: CurlTransport(), policy: RetryPolicy(deadline: .seconds(300)),
        timeouts: RemoteTimeouts(call: .seconds(300))))
    try await body(database)
    await database.close()
  }

  @Test func sameAsSingleCalls() async throws {
    try await withDatabase { (database) async throws in
      for seed in 0..<4 as Range<UInt64> {
        let script = BatchScript(seed: seed, of: seed % 2 == 0 ? BatchScript.Verb.reads : BatchScript.Verb.writes)
        try await BatchScript.prepare(database)
        let single = try await script.oneByOne(database)
        let content = try await BatchScript.content(database)
        try await BatchScript.prepare(database)
        #expect(try await script.together(database) == single, "seed \(seed)")
        #expect(try await BatchScript.content(database) == content, "seed \(seed)")
      }
    }
  }

  @Test func failuresLeaveNothing() async throws {
    try await withDatabase { (database) async throws in
      try await BatchScript.prepare(database)
      for position in 0...2 {
        let error = try await databaseError {
          try await database.batch { batch in
            (0...2).map { batch.insert(Item($0 == position ? 1 : 60 + Int64($0), "x")) }
          }
        }
        #expect(error.code.isConstraint && error.batchEntry == position + 1)
        #expect(try await BatchScript.content(database).count == 4)
      }
      let mixed = try await databaseError {
        try await database.batch { ($0.insert(Item(8)), $0.fetchCount(Item.all)) }
      }
      #expect(mixed.missing == .readsAmongWrites && mixed.batchEntry == 2 && mixed.outcome == .notApplied)
      let dependent = try await databaseError { try await database.batch { ($0.insert(Item(8)), $0.run(CopyBest())) } }
      #expect(dependent.missing == .interactiveTransactions && dependent.batchEntry == 2)
      #expect(try await BatchScript.content(database).count == 4)
    }
  }
}
