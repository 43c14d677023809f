import Quarry

/// The known position of a server in its log, shared by the connections of a driver.
///
/// libSQL's server numbers the changes of a database. Its primary sends a number with every response. A replica that
/// gets a number waits until it has reached that number. After a crash, the primary begins a new log and counts from
/// the beginning, while a replica continues with the old number for a while. It would take a number of the new log
/// for one that it has long passed. So a number only means something on a replica that is known to follow the log of
/// the number, or a later one, which begins with everything of the earlier logs.
///
/// The proof is a number of the server itself that falls, or that changes when nothing of an older log can be on its
/// way any more: a replica can't continue a log whose primary is gone. Until then, such reads run inside a
/// transaction, which replicas forward to the primary.
package final class HranaChanges: Sendable {
  /// Whether a log is known to be the server's.
  private struct Proof {
    /// The time at which the log was known to be the primary's.
    var start: ContinuousClock.Instant?
    /// The first number of the server itself since then.
    var first: UInt64?
    /// Whether the server has the log, or a later one.
    var isProven = false

    /// Adds numbers of the server itself, in order, from the response to a call.
    mutating func note(_ numbers: [UInt64], sent: ContinuousClock.Instant, _ settling: Duration) {
      if zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }) { isProven = true }
      if let start, sent < start.advanced(by: settling) { return }
      for number in numbers {
        if let first { isProven = isProven || number != first } else { first = number }
      }
    }
  }

  /// A write of this driver that the server may not have yet.
  package struct Pending: Sendable, Hashable {
    /// The number of the write.
    package var number: UInt64
    /// The number of logs that this driver has seen begin.
    package var era: Int
  }

  private struct State {
    var tellsNumbers = false
    /// The largest number of any response.
    var largest: UInt64 = 0
    var pending: Pending?
    var era = 0
    /// About the log of this era.
    var own = Proof()
    /// About the logs of tokens, by the names of the logs.
    var logs: [String: Proof] = [:]

    mutating func beginEra(at number: UInt64) {
      era += 1
      own = Proof(start: .now)
      largest = number
    }
  }

  private let state = Protected(State())
  /// How long a replica can use an old log after its primary has begun a new one, because it applies what it has
  /// received.
  private let settling: Duration

  package init(settling: Duration) { self.settling = settling }

  /// Whether the server reports its position.
  package var tellsNumbers: Bool { state.withLock { $0.tellsNumbers } }

  /// The newest write that reads must wait for, or `nil` if the server is known to have them all.
  package var pending: Pending? { state.withLock { $0.pending } }

  /// The largest reported number. It's read before a write, whose own number can't be smaller.
  package var largest: UInt64 { state.withLock { $0.largest } }

  /// Records the server's own number, reported when the database was opened.
  package func opened(at number: UInt64) {
    state.withLock { state in
      state.tellsNumbers = true
      state.largest = max(state.largest, number)
      state.own.note([number], sent: .now, .zero)
    }
  }

  /// Records the number of a response.
  func told(_ number: UInt64) {
    state.withLock { state in
      state.tellsNumbers = true
      state.largest = max(state.largest, number)
    }
  }

  /// Records the number of a write.
  ///
  /// - Parameter before: The largest number when the write was sent. If the number is smaller, the log is a new one.
  func wrote(_ number: UInt64, largestBefore before: UInt64) {
    state.withLock { state in
      state.tellsNumbers = true
      if number < before { state.beginEra(at: number) }
      if state.pending.map({ $0.era != state.era || $0.number < number }) ?? true {
        state.pending = Pending(number: number, era: state.era)
      }
      state.largest = max(state.largest, number)
    }
  }

  /// Records that the response to a write was lost: reads must be as new as the primary.
  func lostWrite() {
    state.withLock { state in
      guard state.tellsNumbers else { return }
      let number = state.largest
      state.beginEra(at: number)
      state.pending = Pending(number: number, era: state.era)
    }
  }

  /// Records the server's number when it answered a read that began in an era.
  ///
  /// - Returns: Whether the server is known to have the log of the era.
  func isProven(_ era: Int, at numbers: [UInt64], sent: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      guard state.era == era else { return false }
      state.own.note(numbers, sent: sent, settling)
      return state.own.isProven
    }
  }

  /// Whether the server is known to have the log of an era.
  func isProven(_ era: Int) -> Bool { state.withLock { $0.era == era && $0.own.isProven } }

  /// Records that the server has everything up to a write.
  func reached(_ write: Pending) {
    state.withLock { state in
      if let pending = state.pending, pending.era == write.era, pending.number <= write.number { state.pending = nil }
    }
  }

  /// Records that the primary answered a read with a number smaller than that of a write: it began a new log.
  func beganAnew(at number: UInt64, since write: Pending) {
    state.withLock { state in
      guard state.era == write.era else { return }
      state.beginEra(at: number)
      state.pending = Pending(number: number, era: state.era)
    }
  }

  /// The known facts about the log of a token, or `nil` for a log that the primary has not named yet.
  func log(of token: ChangeToken) -> (name: String, isProven: Bool)? {
    state.withLock { state in state.logs.first { token.isOf($0.key) }.map { ($0.key, $0.value.isProven) } }
  }

  /// Records the name of the primary's log.
  func named(_ log: String) {
    state.withLock { state in if state.logs[log] == nil { state.logs[log] = Proof(start: .now) } }
  }

  /// Records the server's numbers when it answered a read that began after the primary named a log.
  func isProven(_ log: String, at numbers: [UInt64], sent: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      state.logs[log]?.note(numbers, sent: sent, settling)
      return state.logs[log]?.isProven ?? false
    }
  }
}
