import Testing

@testable import Quarry

/// When something that failed is tried again: every combination of what can be known then.
@Suite struct RetryControlTests {
  /// What an attempt throws.
  enum Failure: CaseIterable {
    case busy, busySnapshot, lockedSharedCache, locked, constraint, inputOutput, timedOut, connectionClosed
    case transactionState, interrupted, changesNotReached, outcomeUnknown, cancelled, own

    func error(_ outcome: DatabaseError.Outcome, isRetrySafe: Bool, isOpen: Bool?) -> any Error {
      let (code, engine): (DatabaseError.Code, Int32?) =
        switch self {
        case .busy: (.busy, 5)
        case .busySnapshot: (.busy, 517)
        case .lockedSharedCache: (.locked, 262)
        case .locked: (.locked, 6)
        case .constraint: (.constraintUnique, 2067)
        case .inputOutput: (.inputOutput, nil)
        case .timedOut: (.timedOut, nil)
        case .connectionClosed: (.connectionClosed, nil)
        case .transactionState: (.transactionState, nil)
        case .interrupted: (.interrupted, 9)
        case .changesNotReached: (.changesNotReached, nil)
        case .outcomeUnknown: (.outcomeUnknown, nil)
        case .cancelled, .own: (.misuse, nil)
        }
      switch self {
      case .cancelled: return CancellationError()
      case .own: return Own()
      default:
        return DatabaseError(
          code, "failed", engineCode: engine.map { DatabaseError.EngineCode(rawValue: $0) }, outcome: outcome,
          isRetrySafe: isRetrySafe, isTransactionOpen: isOpen)
      }
    }

    /// Whether a lock was in the way, which says by itself that another attempt may succeed.
    var isConflict: Bool { [.busy, .busySnapshot, .lockedSharedCache].contains(self) }
    /// Whether another attempt makes no sense, whatever else is known.
    var isFinal: Bool { [.interrupted, .changesNotReached, .cancelled, .own].contains(self) }
  }

  private struct Own: Error {}

  @Test(arguments: Failure.allCases) func everyCombination(_ failure: Failure) {
    let policy = RetryPolicy(
      attempts: 3, deadline: .seconds(10), firstDelay: .seconds(2), maximumDelay: .seconds(3))
    var repeated = 0
    for fate in [TransactionFate.none, .open, .undone, .uncertain] {
      for outcome in [DatabaseError.Outcome.notApplied, .applied, .unknown] {
        for (isRetrySafe, isOpen) in [(true, nil), (true, true), (true, false), (false, nil), (false, true)] {
          let error = failure.error(outcome, isRetrySafe: isRetrySafe, isOpen: isOpen)
          // What was undone for certain, or never had a transaction and says so, may be made again.
          let isSafe: Bool
          switch fate {
          case .none: isSafe = isRetrySafe && isOpen != true
          case .undone: isSafe = isRetrySafe || failure.isConflict
          case .open, .uncertain: isSafe = false
          }
          for attemptsBefore in 0...2 {
            // The wait after each attempt is 2, 3 and 3 seconds; it must end before second 10.
            for (now, isInTime) in [
              (Duration.zero, true), (.seconds(6.9), true), (.seconds(8), false), (.seconds(20), false),
            ] {
              for isCancelled in [false, true] {
                var control = RetryControl(policy, now: .zero)
                for _ in 0..<attemptsBefore {
                  #expect(control.wait(isRepeatable: true, now: .zero, random: 1) != nil)
                }
                let wait = control.wait(after: error, fate, isCancelled: isCancelled, now: now, random: 1)
                let isRepeated =
                  isSafe && outcome == .notApplied && !failure.isFinal && !isCancelled && attemptsBefore < 2 && isInTime
                #expect(
                  wait == (isRepeated ? .seconds(attemptsBefore == 0 ? 2 : 3) : nil),
                  "\(fate) \(outcome) \(isRetrySafe) \(String(describing: isOpen)) \(attemptsBefore) \(now) \(isCancelled)"
                )
                #expect(control.attempt == attemptsBefore + (isRepeated ? 2 : 1))
                repeated += isRepeated ? 1 : 0
              }
            }
          }
        }
      }
    }
    #expect((repeated == 0) == failure.isFinal)
  }

  @Test func waitsDoubleUpToTheLongestAndAreSpread() {
    let policy = RetryPolicy(
      attempts: 100, deadline: .seconds(3600), firstDelay: .milliseconds(100), maximumDelay: .seconds(1))
    for (random, share) in [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0)] {
      var control = RetryControl(policy, now: .seconds(7))
      for step in [0.1, 0.2, 0.4, 0.8, 1, 1, 1] {
        let wait = control.wait(isRepeatable: true, now: .seconds(7), random: random)
        #expect(wait.map { abs(($0 - .seconds(step * share)) / .seconds(1)) < 1e-9 } == true)
      }
    }
    var control = RetryControl(policy, now: .zero)
    #expect(control.wait(isRepeatable: true, retryAfter: .seconds(60), now: .zero, random: 0) == .seconds(60))
    #expect(control.wait(isRepeatable: true, retryAfter: .seconds(3600), now: .zero, random: 0) == nil)
  }

  @Test func extremePoliciesAreTaken() {
    let extremes: [Duration] = [
      .zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min), Duration(attoseconds: .max),
      Duration(attoseconds: .min), .nanoseconds(1),
    ]
    for deadline in extremes {
      for first in extremes {
        for longest in extremes {
          var policy = RetryPolicy(deadline: deadline, firstDelay: first, maximumDelay: longest)
          for attempts in [Int.min, 0, 1, .max] {
            policy.attempts = attempts
            var control = RetryControl(policy, now: .seconds(1))
            for _ in 0..<40 {
              guard let wait = control.wait(isRepeatable: true, now: .seconds(1), random: 1) else { break }
              #expect(wait >= .zero && attempts > 1 && deadline > .zero)
            }
          }
        }
      }
    }
  }
}
