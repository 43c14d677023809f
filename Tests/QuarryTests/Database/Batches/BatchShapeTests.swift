import Quarry
import QuarrySQLite
import TestSupport
import Testing

/// What bodies of batches return, and how many calls a driver gets.
@Suite("Bodies of batches") struct BatchShapeTests {
  private struct Overview: Sendable, Equatable {
    var count: Int
    var names: [String?]
  }

  private struct OverviewTickets: BatchResult {
    var count: DatabaseBatch.Ticket<Int>
    var items: DatabaseBatch.Ticket<[Item]>

    func request(from batch: inout DatabaseBatch) throws(DatabaseError) {
      try count.request(from: &batch)
      try items.request(from: &batch)
    }

    func value(in results: BatchResults) throws(DatabaseError) -> Overview {
      Overview(count: try count.value(in: results), names: try items.value(in: results).map(\.name))
    }
  }

  @Test("A body returns tickets in any shape")
  func shapes() async throws {
    let folder = try TemporaryFolder()
    let database = try await BatchPlace.memory.database(in: folder)
    let one = try await database.batch { $0.insert(Item(5, "five")) }
    #expect(one == Item(5, "five"))
    let typed: Item? = try await database.batch { batch in batch.find(Item.self, 5) }
    #expect(typed == one)
    let keys: [Int64] = [5, 6]
    let several = try await database.batch { batch in keys.map { batch.find(Item.self, $0) } }
    #expect(several == [one, nil])
    let (inserted, ignored, counts) = try await database.batch { batch in
      batch.delete(Item(1))
      let inserted = batch.insert(Item(6, "six"))
      let counts = keys.map { key in batch.fetchCount(Item.where { $0.id <= key }) }
      return (inserted, batch.insert(Item(6), or: .ignore), counts)
    }
    #expect(inserted == Item(6, "six") && ignored == nil && counts == [4, 5])
    let asked = false
    let (maybe, nested) = try await database.batch { batch in
      (asked ? batch.fetchCount(Item.all) : nil, [[batch.exists(Item.all)], []])
    }
    #expect(maybe == nil && nested == [[true], []])
    let overview = try await database.batch { batch in
      OverviewTickets(
        count: batch.fetchCount(Item.all), items: batch.fetchAll(Item.where { $0.id > 4 }.order { $0.id.ascending }))
    }
    #expect(overview == Overview(count: 5, names: ["five", "six"]))
    let nothing = try await database.batch { batch in [Int64]().map { batch.find(Item.self, $0) } }
    #expect(nothing.isEmpty)
    try await database.batch { batch in _ = batch }
    try await database.batch { batch in
      batch.createTable(Artist.self)
      for number in 0..<3 { batch.insert(Artist(id: 0, name: "a\(number)")) }
      batch.insert([Artist(id: 0, name: "b"), Artist(id: 0, name: "c")])
      batch.insert([Artist](), or: .replace)
    }
    let changed = try await database.batch { ($0.update(Artist.all) { $0.name = "d" }, $0.delete(Artist.all)) }
    #expect(changed.0.affectedRows == 5 && changed.1.affectedRows == 5)
    await database.close()
  }

  @Test("What a body throws is thrown, and nothing runs")
  func throwingBody() async throws {
    let folder = try TemporaryFolder()
    let database = try await BatchPlace.memory.database(in: folder)
    await #expect(throws: Refused.self) {
      try await database.batch { batch in
        batch.delete(Item.all)
        throw Refused()
      }
    }
    #expect(try await database.fetchCount(Item.all) == 4)
    await database.close()
  }

  @Test("A ticket is good for its own batch", arguments: BatchPlace.withBodies)
  func foreignTickets(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    var kept: DatabaseBatch.Ticket<Int>?
    try await database.batch { kept = $0.fetchCount(Item.all) }
    let foreign = try #require(kept)
    let errors = [
      try await databaseError {
        try await database.batch { batch in
          batch.delete(Item.all)
          return foreign
        }
      },
      try await databaseError { try await database.batch { ($0.delete(Item.all), foreign) } },
      try await databaseError {
        try await database.batch { batch in
          // A copy of the batch goes its own way.
          var copy = batch
          batch.delete(Item.all)
          copy.delete(Item.all)
          return copy.fetchCount(Item.all)
        }
      },
    ]
    #expect(errors.map(\.code) == [.misuse, .misuse, .misuse])
    #expect(try await database.fetchCount(Item.all) == 4)
    await database.close()
  }

  @Test("A driver with batches gets one call", arguments: [true, false])
  func calls(holdsTransactions: Bool) async throws {
    let folder = try TemporaryFolder()
    let driver = BatchingDriver(base: SQLiteDriver(path: folder.file("b.db")), holdsTransactions: holdsTransactions)
    let database = try await Database(driver)
    try await BatchScript.prepare(database)
    for seed in 0..<4 as Range<UInt64> {
      let script = BatchScript(seed: seed, of: seed < 2 ? BatchScript.Verb.reads : BatchScript.Verb.allCases)
      let calls = try await driver.counted { _ = try await script.together(database) }
      #expect(calls.batches == [script.steps.count] && calls.prepared == 0)
      try await BatchScript.prepare(database)
    }
    let refused = await driver.counted {
      _ = await thrownError { try await database.batch { ($0.insert(Item(7)), $0.fetchAll(SQLFindByKey<Item>([]))) } }
    }
    #expect(refused == BatchingDriver.Calls())
    let dependent = await driver.counted {
      _ = await thrownError { try await database.batch { ($0.insert(Item(7)), $0.run(CopyBest())) } }
    }
    // BEGIN, three statements and COMMIT.
    #expect(dependent == BatchingDriver.Calls(batches: [], prepared: holdsTransactions ? 5 : 0))
    guard holdsTransactions else { return await database.close() }
    let script = BatchScript(seed: 9)
    let inside = try await driver.counted {
      _ = try await database.write { (session: SQLSession) in try script.together(session) }
    }
    #expect(inside == BatchingDriver.Calls(batches: [script.steps.count], prepared: 2))
    await database.close()
  }

  @Test("A statement that ends the transaction of its batch is refused", arguments: LocalDriver.engines)
  func ownTransaction(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await BatchScript.prepare(database)
    let error = try await databaseError {
      try await database.batch { batch in
        batch.execute("COMMIT")
        batch.insert(Item(8))
      }
    }
    #expect(error.code == .transactionState && error.batchEntry == 1)
    #expect(try await database.fetchCount(Item.all) == 4)
    let begun = try await databaseError { try await database.batch { $0.execute("BEGIN") } }
    #expect(begun.batchEntry == 1)
    await database.close()
  }

  @Test("A context without suspension has batches too", arguments: LocalDriver.engines)
  func context(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    let (item, count) = try context.batch { batch in
      batch.createTable(Item.self)
      return (batch.insert(Item(1, "a")), batch.fetchCount(Item.all))
    }
    #expect(item == Item(1, "a") && count == 1)
    let names = try context.batch { batch in [batch.insert(Item(2, "b")), batch.insert(Item(3, "c"))] }.map(\.name)
    #expect(names == ["b", "c"])
    let error = try databaseError {
      try context.batch { batch in
        batch.delete(Item.all)
        batch.insert(Item(9))
        batch.insert(Item(9))
      }
    }
    #expect(error.batchEntry == 3)
    #expect(try context.fetchCount(Item.all) == 3 && !context.isInTransaction)
  }
}
