import Synchronization
import TestSupport
import Testing

@testable import Quarry

/// Statements of a synchronous body whose task is canceled at some moment of it.
@Suite("Cancellation within a body")
struct BodyCancellationTests {
  private final class Interrupts: InterruptHandle {
    let count = Atomic(0)
    func interrupt() { count.wrappingAdd(1, ordering: .relaxed) }
  }

  @Test(
    "After its task was canceled, no statement of the body begins, and the next body runs all of its own",
    arguments: LocalDriver.allCases, [false, true])
  func statements(_ driver: LocalDriver, isWriting: Bool) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let database = try await driver.database(in: folder)
    for (isCanceled, before) in [(true, 0), (false, 0), (true, 1), (true, 2), (false, 0)] {
      let done = Mutex(0)
      let refused = Mutex(0)
      let body: @Sendable (SQLSession) throws -> Void = { session in
        for number in 0..<4 {
          if isCanceled, number == before { withUnsafeCurrentTask { $0?.cancel() } }
          do {
            _ = try session.fetchOne(("SELECT \(number)" as SQLFragment).values(Int.self))
            done.withLock { $0 += 1 }
          } catch let error as DatabaseError where error.code == .interrupted {
            refused.withLock { $0 += 1 }
          }
        }
        if isCanceled { throw CancellationError() }
      }
      let result = await Task {
        if isWriting {
          try await database.write { (session: SQLSession) in try body(session) }
        } else {
          try await database.read { (session: SQLSession) in try body(session) }
        }
      }.result
      #expect(done.withLock { $0 } == (isCanceled ? before : 4))
      #expect(refused.withLock { $0 } == (isCanceled ? 4 - before : 0))
      if isCanceled {
        #expect(throws: CancellationError.self) { try result.get() }
      } else {
        try result.get()
      }
    }
    await database.close()
  }

  @Test(
    "A gate tells of the cancellation of the operation that runs, and of no other, and interrupts it once",
    arguments: [DriverCapabilities.InterruptSupport.none, .statement, .connection])
  func gate(_ level: DriverCapabilities.InterruptSupport) {
    let interrupts = Interrupts()
    let gate = InterruptGate(handle: interrupts, level)
    let (first, second) = (gate.makeOperation(), gate.makeOperation())
    gate.cancel(first)
    gate.enter(first)
    gate.cancel(second)
    #expect(!gate.isCancelled && interrupts.count.load(ordering: .relaxed) == 0)
    gate.cancel(first)
    gate.cancel(first)
    let one = level == .none ? 0 : 1
    #expect(gate.isCancelled && interrupts.count.load(ordering: .relaxed) == one)
    gate.leave()
    gate.enter(second)
    gate.cancel(first)
    #expect(!gate.isCancelled && interrupts.count.load(ordering: .relaxed) == one)
    gate.leave()
    gate.cancel(second)
    #expect(!gate.isCancelled && interrupts.count.load(ordering: .relaxed) == one)
  }

  @Test("A task that was canceled before its operation entered is noticed then")
  func early() async {
    let gate = InterruptGate(handle: Interrupts(), .statement)
    let operation = gate.makeOperation()
    let noticed = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      gate.cancel(operation)
      gate.enter(operation)
      return gate.isCancelled
    }.value
    #expect(noticed)
  }
}
