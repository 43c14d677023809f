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

  @Test("A statement is found by its text, whatever place the text has")
  func places() {
    var cache = StatementCache(capacity: 8, memoryLimit: 1 << 20)
    for round in 0..<400 {
      // Texts come and go, so that some get the places of earlier ones.
      let sql = "SELECT \(round % 11) + \(round % 7), 'a text that has a place'"
      let statement = cache.idleStatement(for: sql)
      #expect(statement == nil || statement?.sql == sql)
      if statement == nil { for evicted in cache.insert(Sized(sql, 1)) { #expect(!evicted.isCached) } }
      let found = cache.idleStatement(for: sql)
      #expect(found?.sql == sql && found?.isCached == true)
      let same = String(decoding: Array(sql.utf8), as: UTF8.self)
      #expect(cache.idleStatement(for: same) === found)
      found?.isBusy = true
      #expect(cache.idleStatement(for: sql) == nil && cache.idleStatement(for: same) == nil)
      found?.isBusy = false
      var longer = sql
      longer += " "
      #expect(cache.idleStatement(for: longer) == nil)
    }
    _ = cache.removeAll()
    #expect(cache.idleStatement(for: "SELECT 0 + 0, 'a text that has a place'") == nil)
  }

  @Test("The statement that was used least recently goes first, also if texts keep their places")
  func order() {
    var cache = StatementCache(capacity: 3, memoryLimit: 1000)
    let texts = (0..<4).map { "SELECT \($0) AS number_of_the_statement" }
    for text in texts.prefix(3) { _ = cache.insert(Sized(text, 1)) }
    for _ in 0..<3 { for index in [1, 0, 2] { _ = cache.idleStatement(for: texts[index]) } }
    #expect(cache.insert(Sized(texts[3], 1)).map(\.sql) == [texts[1]])
  }
}
