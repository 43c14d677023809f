#if Command
import Quarry
import QuarryRemote
import TestSupport
import Testing

/// Batches over HTTP: one request, and the same results as single calls.
@Suite struct RemoteBatchTests {
  enum Wire: CaseIterable, Sendable { case hrana, perSQL }

  private func withDatabase(_ wire: Wire, _ body: (Database, CountingTransport) async throws -> Void) async throws {
    try await withServer(isFile: true) { (served) async throws in
      let transport = CountingTransport()
      let url = "http://127.0.0.1:\(served.client.port)"
      let driver: any DatabaseDriver =
        switch wire {
        case .hrana: HranaDriver(url: url, transport: transport, retries: .patient, timeout: .seconds(300))
        case .perSQL:
          try PerSQLDriver(
            baseURL: url, database: "default/main", transport: transport, policy: .patient, timeouts: .patient)
        }
      let database = try await Database(driver)
      try await BatchScript.prepare(database)
      try await body(database, transport)
      await database.close()
    }
  }

  @Test(arguments: Wire.allCases) func sameAsSingleCallsInOneRequest(_ wire: Wire) async throws {
    try await withDatabase(wire) { (database, transport) async throws in
      // A reader is opened by the first read, and asks nothing more.
      _ = try await database.batch { $0.fetchCount(Item.all) }
      for seed in 0..<10 as Range<UInt64> {
        let script = BatchScript(seed: seed, of: seed % 3 == 0 ? BatchScript.Verb.reads : BatchScript.Verb.allCases)
        try await BatchScript.prepare(database)
        let single = try await script.oneByOne(database)
        let content = try await BatchScript.content(database)
        try await BatchScript.prepare(database)
        var together: [String]?
        let requests = try await transport.counted { together = try await script.together(database) }
        #expect(together == single)
        #expect(requests == 1, "seed \(seed)")
        #expect(try await BatchScript.content(database) == content, "seed \(seed)")
      }
    }
  }

  @Test(arguments: Wire.allCases) func failuresLeaveNothing(_ wire: Wire) async throws {
    try await withDatabase(wire) { (database, transport) async throws in
      for position in 0...3 {
        let error = try await databaseError {
          try await database.batch { batch in
            (0...3).map { batch.insert(Item($0 == position ? 1 : 60 + Int64($0), "x")) }
          }
        }
        // PerSQL does not tell which statement it was.
        #expect(error.code.isConstraint && error.outcome == .notApplied)
        #expect([position + 1, wire == .perSQL ? nil : position + 1].contains(error.batchEntry))
        #expect(try await BatchScript.content(database).count == 4)
      }
      let requests = await transport.counted {
        let error = await thrownError { try await database.batch { ($0.insert(Item(9)), $0.run(CopyBest())) } }
        #expect((error?.missing == .interactiveTransactions) == (wire == .perSQL))
        #expect(error?.batchEntry == (wire == .perSQL ? 2 : nil))
      }
      #expect(wire == .hrana || requests == 0)
      #expect(try await BatchScript.content(database).count == (wire == .perSQL ? 4 : 6))
    }
  }

  @Test func inABodyItIsOneRequestToo() async throws {
    try await withDatabase(.hrana) { (database, transport) async throws in
      let script = BatchScript(seed: 77)
      let single = try await script.oneByOne(database)
      try await BatchScript.prepare(database)
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("UPDATE Item SET name = name")
        var together: [String]?
        let requests = try await transport.counted { together = try await script.together(transaction) }
        #expect(together == single)
        #expect(requests == 1)
      }
      let reads = BatchScript(seed: 78, of: BatchScript.Verb.reads)
      let read = try await reads.oneByOne(database)
      #expect(try await database.read { (session: SQLSession) in try reads.together(session) } == read)
      #expect(try await database.read { (inner: DatabaseTransaction) in try await reads.together(inner) } == read)
      // A reader writes nothing, whatever the query says of itself.
      let writes = ("DELETE FROM Item RETURNING id" as SQLFragment).values(Int64.self, readOnly: true)
      let error = try await databaseError {
        try await database.batch { ($0.fetchCount(Item.all), $0.fetchAll(writes)) }
      }
      #expect(error.code == .readOnly && error.batchEntry == 2)
    }
  }
}
#endif
