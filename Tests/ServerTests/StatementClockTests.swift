#if Command
@testable import QuarryServer
import Testing

/// What of a statement's time counts.
@Suite struct StatementClockTests {
  private let start = ContinuousClock.now

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func workCounts() {
    let clock = StatementClock(limit: .seconds(30), at: start)
    #expect(clock.deadline(at: at(0)) == at(30))
    #expect(clock.deadline(at: at(29)) == at(30))
    #expect(clock.deadline(at: at(30)) == nil)
    #expect(clock.hasOverrun)
  }

  @Test func waitingForTheClientDoesNot() {
    let clock = StatementClock(limit: .seconds(30), at: start)
    for wait in 0..<10 {
      clock.beginWait(at: at(wait * 22 + 2))
      #expect(clock.deadline(at: at(wait * 22 + 20)) == at(wait * 22 + 32), "a wait of its own, \(wait)")
      clock.endWait(at: at(wait * 22 + 22))
    }
    #expect(clock.deadline(at: at(220)) == at(230), "20 seconds of work are done")
    #expect(clock.deadline(at: at(230)) == nil)
    #expect(clock.hasOverrun)
  }

  @Test func aWaitHasAnEnd() {
    let clock = StatementClock(limit: .seconds(30), at: start)
    clock.beginWait(at: at(10))
    #expect(clock.deadline(at: at(39)) == at(40))
    #expect(clock.deadline(at: at(40)) == nil)
    #expect(clock.hasOverrun)
  }

  @Test func whatHasEndedDoesNotOverrun() {
    let alarms = Alarms()
    let clock = StatementClock(limit: .seconds(30), at: start)
    clock.stop(alarms)
    #expect(clock.deadline(at: at(60)) == nil)
    #expect(!clock.hasOverrun)
  }
}
#endif
