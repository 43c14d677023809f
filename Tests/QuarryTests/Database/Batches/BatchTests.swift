import Quarry
import QuarrySQLite
import TestSupport
import Testing

@Suite("Batches") struct BatchTests {
  @Test("A batch returns what its verbs return by themselves, and does the same", arguments: BatchPlace.allCases)
  func sameAsSingleCalls(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    for seed in 0..<20 as Range<UInt64> {
      let script = BatchScript(seed: seed, of: seed % 4 == 0 ? BatchScript.Verb.reads : BatchScript.Verb.allCases)
      try await BatchScript.prepare(database)
      let single = try await script.oneByOne(database)
      let content = try await BatchScript.content(database)
      try await BatchScript.prepare(database)
      #expect(try await script.together(database) == single, "seed \(seed)")
      #expect(try await BatchScript.content(database) == content, "seed \(seed)")
      try await BatchScript.prepare(database)
      try await script.blindly(database)
      #expect(try await BatchScript.content(database) == content, "seed \(seed), without results")
    }
    await database.close()
  }

  @Test("The same inside of bodies", arguments: BatchPlace.withBodies)
  func insideOfBodies(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    for seed in 40..<50 as Range<UInt64> {
      let script = BatchScript(seed: seed)
      try await BatchScript.prepare(database)
      let single = try await database.write { (transaction: DatabaseTransaction) in
        try await script.oneByOne(transaction)
      }
      let content = try await BatchScript.content(database)
      try await BatchScript.prepare(database)
      #expect(try await database.write { (inner: DatabaseTransaction) in try await script.together(inner) } == single)
      #expect(try await BatchScript.content(database) == content)
      try await BatchScript.prepare(database)
      #expect(try await database.write { (session: SQLSession) in try script.together(session) } == single)
      #expect(try await BatchScript.content(database) == content)
      let reads = BatchScript(seed: seed, of: BatchScript.Verb.reads)
      let read = try await reads.oneByOne(database)
      #expect(try await database.read { (inner: DatabaseTransaction) in try await reads.together(inner) } == read)
      #expect(try await database.read { (session: SQLSession) in try reads.together(session) } == read)
      #expect(try await BatchScript.content(database) == content)
    }
    await database.close()
  }

  @Test("What fails at any place names its entry and leaves nothing", arguments: BatchPlace.allCases, [true, false])
  func failures(_ place: BatchPlace, wantsResults: Bool) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    let before = try await BatchScript.content(database)
    let wrong: [(SQLFragment, DatabaseError.Code)] = [
      ("INSERT INTO Item (id) VALUES (1)", .constraintPrimaryKey), ("DELETE FROM nowhere", .noSuchObject),
      ("INSERT OR FAIL INTO Item (id) VALUES (70), (1)", .constraintPrimaryKey),
      ("INSERT OR ROLLBACK INTO Item (id) VALUES (1)", .constraintPrimaryKey),
    ]
    for (statement, code) in wrong {
      for position in 0...3 {
        let error = try await databaseError {
          try await database.batch { batch -> [DescribedTicket] in
            var tickets: [DescribedTicket] = []
            for index in 0...3 {
              if index == position {
                tickets.append(DescribedTicket(batch.execute(statement)))
              } else {
                tickets.append(DescribedTicket(batch.insert(Item(50 + Int64(index), "x"))))
              }
            }
            return wantsResults ? tickets : []
          }
        }
        #expect(error.code == code && error.outcome == .notApplied, "\(error)")
        #expect(error.batchEntry == position + 1 && error.statementIndex == position)
        #expect("\(error)".contains("(entry \(position + 1) of the batch)") && error.sql == statement.sql)
        #expect(try await BatchScript.content(database) == before)
      }
    }
    // The commit fails.
    try await database.execute("CREATE TABLE Child (p REFERENCES Item DEFERRABLE INITIALLY DEFERRED)")
    let error = try await databaseError {
      try await database.batch { ($0.execute("INSERT INTO Child VALUES (99)"), $0.fetchCount(Item.all)) }
    }
    #expect(error.code == .constraintForeignKey && error.batchEntry == nil)
    let count = try await database.fetchCount(("SELECT 1 FROM Child" as SQLFragment).rows())
    #expect(count == 0)
    await database.close()
  }

  @Test("A batch that fails in a body undoes itself alone", arguments: BatchPlace.withBodies)
  func failureInBody(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.write { (transaction: DatabaseTransaction) in
      try await transaction.insert(Item(10))
      let error = try await databaseError {
        try await transaction.batch { batch in
          batch.insert(Item(11))
          batch.insert(Item(10))
        }
      }
      #expect(error.code == .constraintPrimaryKey && error.batchEntry == 2 && error.isTransactionOpen == true)
      try await transaction.insert(Item(12))
    }
    try await database.write { (session: SQLSession) in
      let error = try databaseError {
        try session.batch { batch in
          batch.delete(Item.all)
          batch.execute("SELECT nothing")
        }
      }
      #expect(error.batchEntry == 2)
      _ = try session.batch { $0.insert(Item(13)) }
    }
    #expect(try await BatchScript.content(database).map(\.id) == [1, 2, 3, 4, 10, 12, 13])
    let error = try await databaseError {
      try await database.read { (transaction: DatabaseTransaction) in
        try await transaction.batch { ($0.fetchCount(Item.all), $0.delete(Item.all)) }
      }
    }
    #expect(error.code == .readOnly)
    #expect(try await BatchScript.content(database).count == 7)
    await database.close()
  }

  @Test("Results are read after the commit, on every driver", arguments: BatchPlace.allCases)
  func unreadableResults(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    let text = ("SELECT 'text'" as SQLFragment).values(Int64.self)
    let error = try await databaseError {
      try await database.batch { ($0.insert(Item(20)), $0.fetchOne(text), $0.insert(Item(21))) }
    }
    #expect(error.code == .decoding && error.outcome == .applied && error.batchEntry == 2, "\(error)")
    #expect("\(error)".contains("the batch was applied"))
    #expect(try await BatchScript.content(database).map(\.id) == [1, 2, 3, 4, 20, 21])
    // What nobody wants is not read, and a batch that only reads applies nothing.
    _ = try await database.batch { batch in
      batch.fetchAll(text)
      return batch.insert(Item(22))
    }
    let read = try await databaseError { try await database.batch { ($0.fetchCount(Item.all), $0.fetchAll(text)) } }
    #expect(read.code == .decoding && read.outcome == .notApplied && read.batchEntry == 2)
    guard database.engine.supports(.returning) else { return await database.close() }
    try await database.execute(
      "CREATE TRIGGER t BEFORE INSERT ON Item WHEN new.id = 30 BEGIN SELECT RAISE(IGNORE); END")
    let ignored = try await databaseError { try await database.batch { ($0.insert(Item(30)), $0.insert(Item(31))) } }
    #expect(ignored.code == .rowNotFound && ignored.outcome == .applied && ignored.batchEntry == 1)
    #expect(try await database.find(Item.self, 31) != nil)
    let first = try await database.batch { $0.insert(Item(30), or: .abort) }
    #expect(first == nil)
    await database.close()
  }

  @Test("Statements that depend on each other need a transaction", arguments: BatchPlace.allCases)
  func dependentStatements(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    guard place != .batchingOnly else {
      let error = try await databaseError { try await database.batch { ($0.insert(Item(7)), $0.run(CopyBest())) } }
      #expect(error.code == .unsupportedFeature && error.missing == .interactiveTransactions)
      #expect(error.batchEntry == 2 && error.outcome == .notApplied)
      #expect(try await BatchScript.content(database).count == 4)
      return await database.close()
    }
    let (item, copy, found) = try await database.batch { batch in
      (batch.insert(Item(7)), batch.run(CopyBest()), batch.find(Item.self, 8))
    }
    #expect(item.id == 7 && copy == 8 && found?.name == "copy")
    let error = try await databaseError {
      try await database.batch { batch in
        batch.run(CopyBest())
        batch.insert(Item(1))
      }
    }
    #expect(error.batchEntry == 2)
    #expect(try await BatchScript.content(database).map(\.id) == [1, 2, 3, 4, 7, 8])
    await database.close()
  }

  @Test("A batch of reads leaves the writer alone", .timeLimit(.minutes(2)), arguments: BatchPlace.withReaders)
  func readsBesideTheWriter(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    let read: @Sendable () async throws -> (Int, [Item]) = {
      try await database.batch { ($0.fetchCount(Item.all), $0.fetchAll(Item.all)) }
    }
    if place == .batchingOnly {
      let (count, items) = try await read()
      #expect(count == 4 && items.count == 4)
    } else {
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.insert(Item(9))
        let (count, items) = try await Task.detached { try await read() }.value
        #expect(count == 4 && items.count == 4)
      }
    }
    await database.close()
  }

  @Test("A batch of reads sees one state of the database", arguments: BatchPlace.withReaders)
  func oneSnapshot(_ place: BatchPlace) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for key in 100..<160 as Range<Int64> {
          try await database.batch { batch in
            batch.insert(Item(key))
            batch.insert(Item(-key))
          }
        }
      }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<60 {
            let (above, below) = try await database.batch {
              ($0.fetchCount(Item.where { $0.id >= 100 }), $0.fetchCount(Item.where { $0.id < 0 }))
            }
            #expect(above == below)
          }
        }
      }
      try await group.waitForAll()
    }
    await database.close()
  }
}
