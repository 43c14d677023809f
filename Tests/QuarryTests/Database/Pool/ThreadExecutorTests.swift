import Testing

@testable import Quarry

@Suite struct ThreadExecutorTests {
  @Test("a stopped executor and its thread go away")
  func leavesNothing() async throws {
    weak var stopped: ThreadExecutor?
    do {
      let executor = ThreadExecutor(name: "quarry.test")
      stopped = executor
      await withTaskExecutorPreference(executor) { await Task.yield() }
      executor.stop()
    }
    let limit = ContinuousClock.now + .seconds(20)
    while stopped != nil, ContinuousClock.now < limit { try await Task.sleep(for: .milliseconds(5)) }
    #expect(stopped == nil, "the thread keeps its executor, and the executor its thread")
  }
}
