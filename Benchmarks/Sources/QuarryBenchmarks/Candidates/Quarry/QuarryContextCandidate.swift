import Quarry
import QuarrySQLite

/// Quarry's synchronous way in: one connection.
final class QuarryContextCandidate: Candidate {
  let kind = CandidateKind.context
  let workloads = Set(Workload.allCases).subtracting([.lookUpEachAsync, .insertEachAsync, .insertEachConcurrently])
  private var path = ""
  private var context: SQLContext?
  private var readers: [SQLContext] = []

  func open(_ path: String) throws {
    self.path = path
    context = try Self.open(path)
  }

  func close() {
    for reader in readers { reader.close() }
    readers = []
    context?.close()
    context = nil
  }

  private static func open(_ path: String) throws -> SQLContext {
    try SQLContext(quarryDriver(path))
  }

  private func opened() throws -> SQLContext {
    guard let context else { throw BenchmarkError.usage("the context candidate is not open") }
    return context
  }

  func insertAll(_ items: [Item]) throws {
    let context = try opened()
    try context.transaction { _ = try context.insert(items) }
  }

  func fetchAll() throws -> Outcome {
    Outcome(try opened().fetchAll(Item.all))
  }

  func lookUpInOneRead(_ keys: [Int64]) throws -> Outcome {
    let context = try opened()
    return Outcome(try context.transaction(.deferred) { try context.lookUp(keys) })
  }

  func lookUpEach(_ keys: [Int64]) throws -> Outcome {
    Outcome(try opened().lookUp(keys))
  }

  func lookUpEachAsync(_ keys: [Int64]) throws -> Outcome {
    throw BenchmarkError.unsupported(.lookUpEachAsync)
  }

  func insertEach(_ items: ArraySlice<Item>) throws {
    let context = try opened()
    for item in items { try context.run(SQLInsert(item)) }
  }

  func insertEachAsync(_ items: ArraySlice<Item>) throws {
    throw BenchmarkError.unsupported(.insertEachAsync)
  }

  func insertEachConcurrently(_ items: ArraySlice<Item>, tasks: Int) throws {
    throw BenchmarkError.unsupported(.insertEachConcurrently)
  }

  func query(_ conditions: [Condition]) throws -> Outcome {
    let context = try opened()
    return Outcome(try context.transaction(.deferred) { try context.query(conditions) })
  }

  func join() throws -> Outcome {
    let pairs = try opened().fetchAll(Child.join(Parent.self, on: Child.parentId))
    return Outcome(pairs: pairs) { $0 }
  }

  func fetchTexts() throws -> Outcome {
    Outcome(try opened().fetchAll(Words.all))
  }

  func mixedByTurns(_ items: ArraySlice<Item>, _ keys: [Int64]) throws -> Outcome {
    let context = try opened()
    if readers.isEmpty { readers = try (0..<4).map { _ in try Self.open(path) } }
    var results: [Item] = []
    results.reserveCapacity(keys.count)
    for (turn, item) in items.enumerated() {
      try context.run(SQLInsert(item))
      for reader in 0..<4 {
        let key = keys[4 * turn + reader]
        results.append(try found(readers[reader].fetchOne(Item.find(key)), key))
      }
    }
    return Outcome(results)
  }

  /// Five threads with a context each.
  func mixed(_ plan: MixedPlan) async throws -> MixedCounts {
    let path = self.path
    let deadline = plan.deadline()
    let counts = try await onThreads(1 + plan.readers) { index in
      let context = try Self.open(path)
      defer { context.close() }
      var counts = MixedCounts()
      var keys = plan.keys(ofReader: index)
      repeat {
        for _ in 0..<operationsBetweenLooks {
          if index == 0 {
            try context.run(SQLInsert(plan.record(counts.writes)))
            counts.writes += 1
          } else {
            let key = plan.nextKey(&keys)
            try plan.check(try context.fetchOne(Item.find(key)), key: key)
            counts.reads += 1
          }
        }
      } while ContinuousClock.now < deadline
      return counts
    }
    return counts.reduce(MixedCounts(), +)
  }
}
