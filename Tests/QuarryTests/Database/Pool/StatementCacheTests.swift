import Testing

@testable import Quarry

@Suite("Kept statements")
struct StatementCacheTests {
  private final class Sized: SessionStatement {
    private let size: Int
    override var memoryUse: Int { size }

    init(_ sql: String, _ size: Int) {
      self.size = size
      super.init(sql: sql, parameterNames: [], isReadOnly: true, isReusable: true)
    }
  }

  @Test("They are bounded by their memory as well as by their number")
  func memory() {
    var cache = StatementCache(capacity: 10, memoryLimit: 1000)
    for number in 0..<100 {
      let statement = Sized("\(number)", 10 * (number % 30))
      let evicted = cache.insert(statement)
      #expect(cache.memory <= 1000)
      #expect(cache.count <= 10)
      // One that takes a large part of it is not kept.
      #expect(evicted.contains { $0 === statement } == (10 * (number % 30) > 250))
      for evicted in evicted { #expect(!evicted.isCached) }
    }
    #expect(cache.removeAll().count <= 10)
    #expect(cache.memory == 0)
  }

  @Test("Statements in use are not thrown out")
  func busy() {
    var cache = StatementCache(capacity: 2, memoryLimit: 1000)
    let busy = [Sized("a", 1), Sized("b", 1)]
    for statement in busy {
      #expect(cache.insert(statement).isEmpty)
      statement.isBusy = true
    }
    let third = Sized("c", 1)
    #expect(cache.insert(third).map(\.sql) == ["c"])
    #expect(cache.count == 2)
  }

  @Test("Any number is a capacity", arguments: [Int.min, -1, 0, 1, 64, Int.max - 1, Int.max])
  func capacities(_ capacity: Int) {
    var cache = StatementCache(capacity: capacity)
    #expect((0...100_000).contains(cache.capacity))
    _ = cache.insert(Sized("a", 1))
    #expect(cache.count == min(1, cache.capacity))
    var configuration = DatabaseConfiguration(maximumReaders: capacity, statementCacheCapacity: capacity)
    for _ in 0..<2 {
      #expect((1...64).contains(configuration.maximumReaders))
      #expect((0...100_000).contains(configuration.statementCacheCapacity))
      configuration.maximumReaders = capacity
      configuration.statementCacheCapacity = capacity
    }
    #expect((0...64).contains(DriverTraits(maximumReaders: capacity, blocksThread: true).maximumReaders))
  }
}
