import Testing

@testable import Quarry

@Suite("Threads that let others run first")
struct ThreadYieldTests {
  @Test("After long waits more and more are left out, after short ones fewer")
  func pauses() {
    var yield = ThreadYield()
    yield.note(299_000)
    #expect(yield.left == 0)
    for expected in [16, 32, 64, 128, 256, 512, 1024, 1024] {
      yield.note(3_000_000)
      #expect(yield.left == expected)
      for _ in 0..<expected { yield() }
      #expect(yield.left == 0)
    }
    yield.note(1_000)
    yield.note(1_000)
    yield.note(3_000_000)
    #expect(yield.left == 512)
  }
}
