import Quarry
import QuarrySQLite

/// Quarry's asynchronous way in: a pool of one writer and several readers.
final class QuarryDatabaseCandidate: Candidate {
  let kind = CandidateKind.database
  let workloads = Set(Workload.allCases).subtracting([.lookUpEach, .insertEach])
  private var database: Database?

  func open(_ path: String) async throws {
    database = try await Database(quarryDriver(path))
  }

  func close() async {
    await database?.close()
    database = nil
  }

  private func opened() throws -> Database {
    guard let database else { throw BenchmarkError.usage("the database candidate is not open") }
    return database
  }

  func insertAll(_ items: [Item]) async throws {
    try await opened().insert(items)
  }

  func fetchAll() async throws -> Outcome {
    Outcome(try await opened().fetchAll(Item.all))
  }

  func lookUpInOneRead(_ keys: [Int64]) async throws -> Outcome {
    Outcome(try await opened().read { (session: SQLSession) in try session.lookUp(keys) })
  }

  func lookUpEach(_ keys: [Int64]) throws -> Outcome {
    throw BenchmarkError.unsupported(.lookUpEach)
  }

  func lookUpEachAsync(_ keys: [Int64]) async throws -> Outcome {
    let database = try opened()
    var items: [Item] = []
    items.reserveCapacity(keys.count)
    for key in keys { items.append(try found(await database.fetchOne(Item.find(key)), key)) }
    return Outcome(items)
  }

  func insertEach(_ items: ArraySlice<Item>) throws {
    throw BenchmarkError.unsupported(.insertEach)
  }

  func insertEachAsync(_ items: ArraySlice<Item>) async throws {
    let database = try opened()
    for item in items { try await database.run(SQLInsert(item)) }
  }

  func insertEachConcurrently(_ items: ArraySlice<Item>, tasks: Int) async throws {
    let database = try opened()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for offset in 0..<tasks {
        group.addTask {
          for index in stride(from: items.startIndex + offset, to: items.endIndex, by: tasks) {
            try await database.run(SQLInsert(items[index]))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  func query(_ conditions: [Condition]) async throws -> Outcome {
    Outcome(try await opened().read { (session: SQLSession) in try session.query(conditions) })
  }

  func join() async throws -> Outcome {
    let pairs = try await opened().fetchAll(Child.join(Parent.self, on: Child.parentId))
    return Outcome(pairs: pairs) { $0 }
  }

  func fetchTexts() async throws -> Outcome {
    Outcome(try await opened().fetchAll(Words.all))
  }

  func mixedByTurns(_ items: ArraySlice<Item>, _ keys: [Int64]) async throws -> Outcome {
    let database = try opened()
    var results: [Item] = []
    results.reserveCapacity(keys.count)
    for (turn, item) in items.enumerated() {
      try await database.run(SQLInsert(item))
      for key in keys[4 * turn..<4 * turn + 4] {
        results.append(try found(await database.fetchOne(Item.find(key)), key))
      }
    }
    return Outcome(results)
  }

  func mixed(_ plan: MixedPlan) async throws -> MixedCounts {
    let database = try opened()
    let deadline = plan.deadline()
    return try await withThrowingTaskGroup(of: MixedCounts.self) { group in
      group.addTask {
        var counts = MixedCounts()
        repeat {
          for _ in 0..<operationsBetweenLooks {
            try await database.run(SQLInsert(plan.record(counts.writes)))
            counts.writes += 1
          }
        } while ContinuousClock.now < deadline
        return counts
      }
      for index in 1...plan.readers {
        group.addTask {
          var counts = MixedCounts()
          var keys = plan.keys(ofReader: index)
          repeat {
            for _ in 0..<operationsBetweenLooks {
              let key = plan.nextKey(&keys)
              try plan.check(await database.fetchOne(Item.find(key)), key: key)
              counts.reads += 1
            }
          } while ContinuousClock.now < deadline
          return counts
        }
      }
      return try await group.reduce(MixedCounts(), +)
    }
  }
}
