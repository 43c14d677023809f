import Foundation
import Quarry
import QuarryMemory
import Testing
import TestSupport

@Suite("Writes in line on the writer's thread")
struct LineTests {
  @TaskLocal static var mark = 0

  @Test("A body has the caller's task-local values, and runs on one thread with the others")
  func taskLocals() async throws {
    let database = try await Database(MemoryDriver())
    let threads = Shared<Set<ObjectIdentifier>>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await Self.$mark.withValue(number) {
            let seen = try await database.write { (_: SQLSession) in
              threads.update { $0.insert(ObjectIdentifier(Thread.current)) }
              return Self.mark
            }
            #expect(seen == number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(threads.value.count == 1)
    await database.close()
  }

  @Test("A task that is cancelled in line goes on at once, and its work is dropped")
  func cancelledInLine() async throws {
    let database = try await Database(MemoryDriver())
    try await database.execute("CREATE TABLE t (n INTEGER)")
    let entered = Shared(false)
    let release = Shared(false)
    let holder = Task {
      try await database.write { (_: SQLSession) in
        entered.set(true)
        while !release.value { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    try await eventually { entered.value }
    let waiting = Task { try await database.execute("INSERT INTO t VALUES (1)") }
    let staying = Task { try await database.execute("INSERT INTO t VALUES (2)") }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    // The holder has not ended: the answer above came from the line.
    release.set(true)
    try await holder.value
    _ = try await staying.value
    #expect(try await database.fetchAll(Values("SELECT n FROM t")) == [.integer(2)])
    await database.close()
  }

  @Test("A body knows that its task was cancelled, and what it wrote is undone")
  func cancelledInBody() async throws {
    let database = try await Database(MemoryDriver())
    try await database.execute("CREATE TABLE t (n INTEGER)")
    let entered = Shared(false)
    let task = Task {
      try await database.write { session in
        _ = try session.execute("INSERT INTO t VALUES (1)")
        entered.set(true)
        while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
        try Task.checkCancellation()
      }
    }
    try await eventually { entered.value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 0)
    await database.close()
  }

  @Test("Bodies in line and transactions that suspend never mix, and each keeps its place")
  func mixed() async throws {
    let database = try await Database(MemoryDriver())
    try await database.execute("CREATE TABLE t (n INTEGER)")
    let inside = Shared(0)
    let worst = Shared(0)
    let enter: @Sendable () -> Void = {
      inside.update { $0 += 1 }
      worst.update { $0 = max($0, inside.value) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for _ in 0..<20 {
            if task % 4 == 0 {
              try await database.write { transaction in
                enter()
                try await transaction.execute("INSERT INTO t VALUES (1)")
                await Task.yield()
                inside.update { $0 -= 1 }
              }
            } else {
              try await database.write { session in
                enter()
                _ = try session.execute("INSERT INTO t VALUES (1)")
                inside.update { $0 -= 1 }
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(worst.value == 1)
    #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 320)
    await database.close()
  }
}
