import Foundation

/// What W7 asks of a candidate.
struct MixedPlan: Sendable {
  let items: [Item]
  let readers = 4
  let seconds: Double

  /// When a round that starts now ends.
  func deadline() -> ContinuousClock.Instant {
    ContinuousClock.now + .seconds(seconds)
  }

  /// The keys of one reader, the same for every candidate.
  func keys(ofReader index: Int) -> RandomSource {
    RandomSource(seed: 0x7EAD_0000 + UInt64(index))
  }

  func nextKey(_ source: inout RandomSource) -> Int64 {
    Int64(1 + source.next(below: items.count))
  }

  /// The `number`-th record of the writer: a new key each.
  func record(_ number: Int) -> Item {
    var item = items[number % items.count]
    item.id = Int64(items.count + 1 + number)
    return item
  }

  /// Throws unless the reader got the row that it asked for.
  func check(_ item: Item?, key: Int64) throws {
    guard let item, item.id == key, item.count == items[Int(key) - 1].count else {
      throw BenchmarkError.missingRow(key)
    }
  }
}

/// What W7 counts.
struct MixedCounts: Sendable {
  var reads = 0
  var writes = 0

  static func + (left: MixedCounts, right: MixedCounts) -> MixedCounts {
    MixedCounts(reads: left.reads + right.reads, writes: left.writes + right.writes)
  }
}

/// How many operations a loop of W7 makes before it looks at the clock.
///
/// Tasks yield nowhere: a library that works on its callers' threads has to let other tasks run by itself.
let operationsBetweenLooks = 16

/// Runs `body` on `count` threads of their own and waits for all of them without blocking the caller's thread.
func onThreads<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) throws -> Value
) async throws -> [Value] {
  try await withThrowingTaskGroup(of: Value.self) { group in
    for index in 0..<count {
      group.addTask {
        try await withCheckedThrowingContinuation { continuation in
          let thread = Thread {
            continuation.resume(with: Result { try body(index) })
          }
          thread.stackSize = 4 << 20
          thread.start()
        }
      }
    }
    var values: [Value] = []
    for try await value in group { values.append(value) }
    return values
  }
}
