import Quarry
import QuarryMemory

/// What a commit costs while nobody observes the database, and while others observe something else.
///
/// The first line is a session without a database around it, which knows nothing of observation: the second one shows what a
/// commit pays for being observable. Everything is in memory, where nothing hides the difference.
@main struct ObservationBenchmarks {
  private static let commits = 200_000
  private static let rounds = 7
  private static let tables = 100

  static func main() async throws {
    var lines: [(name: String, nanoseconds: [Double])] = []
    var contextTimes: [Double] = []
    var unobservedTimes: [Double] = []
    // By turns, so that a machine that gets slower does so for both.
    for _ in 0..<rounds {
      contextTimes.append(try alone())
      unobservedTimes.append(try await observed(by: 0))
    }
    lines.append(("a session without a database", contextTimes))
    lines.append(("0 observers", unobservedTimes))
    for count in [1, 10, 100, 1000] {
      var times: [Double] = []
      for _ in 0..<rounds { times.append(try await observed(by: count)) }
      lines.append(("\(count) observers of other tables", times))
    }
    let base = median(contextTimes)
    print("| | ns per commit | more than without a database |")
    print("|---|---|---|")
    for line in lines {
      let time = median(line.nanoseconds)
      print("| \(line.name) | \(Int(time)) | \(Int(time - base)) |")
    }
    let more = median(unobservedTimes) - base
    guard more < 1000 else { throw TooSlow(nanoseconds: more) }
  }

  private static func alone() throws -> Double {
    let context = try SQLContext(MemoryDriver())
    defer { context.close() }
    try prepare(context)
    return try commit(context)
  }

  private static func observed(by count: Int) async throws -> Double {
    let database = try await Database(MemoryDriver())
    try await database.withoutTransaction { try prepare($0) }
    let (started, start) = AsyncStream<Void>.makeStream()
    let observers = (0..<count).map { number in
      let table = SQLIdentifier.quote("other\(number % tables)")
      return Task {
        let query = SQLFragment(raw: "SELECT n FROM \(table)").values(Int64.self)
        for try await _ in database.observe(query) { start.yield() }
      }
    }
    var values = started.makeAsyncIterator()
    for _ in 0..<count { await values.next() }
    let time = try await database.withoutTransaction { try commit($0) }
    for observer in observers { observer.cancel() }
    await database.close()
    return time
  }

  @Sendable private static func prepare(_ session: SQLSession) throws {
    try session.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, n INTEGER)")
    try session.execute("INSERT INTO item VALUES (1, 0)")
    for number in 0..<tables {
      try session.execute(SQLFragment(raw: "CREATE TABLE \(SQLIdentifier.quote("other\(number)")) (n INTEGER)"))
    }
  }

  @Sendable private static func commit(_ session: SQLSession) throws -> Double {
    let clock = ContinuousClock()
    let update: SQLFragment = "UPDATE item SET n = n + 1 WHERE id = 1"
    for _ in 0..<1000 { try session.execute(update) }
    let time = try clock.measure { for _ in 0..<commits { try session.execute(update) } }
    return Double(time.components.seconds) * 1e9 / Double(commits)
      + Double(time.components.attoseconds) / 1e9 / Double(commits)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// An unobserved commit costs more than a microsecond.
struct TooSlow: Error {
  let nanoseconds: Double
}
