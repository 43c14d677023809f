extension LocalPooledConnection {
  nonisolated var servesLine: Bool { true }

  nonisolated func serve(_ pool: ConnectionPool) {
    executor.enqueue { self.assumeIsolated { $0.takeWork(of: pool) } }
  }

  /// Runs the work at the head of the line, gives the connection back, and then answers the callers.
  private func takeWork(of pool: ConnectionPool) {
    // A connection that was lost while it was idle takes nothing: the first in line opens another one.
    var done: [QueuedCall] = []
    if isUsable {
      // Callers that were answered together line up again one after the other: so they share the next transaction, too.
      if lastGroupSize > 1 { yield() }
      let entries = pool.takeWork()
      lastGroupSize = entries.count
      // A task can't be made here for a caller that has made none: it gets the connection.
      let canCallProgram = shared.withLock { $0.canCallProgram() }
      pool.canCallProgram = canCallProgram
      if canCallProgram, entries.contains(where: { !$0.work.hasTask }) {
        pool.putBack(entries.map(\.reservedWithoutTask))
      } else if entries.count > 1, followsCommand, shared.withLock({ $0.canGroup }) {
        let result = runGroup(entries, longest: pool.longestGroup)
        done = result.done
        pool.putBack(result.undone)
      } else if let first = entries.first {
        pool.putBack(Array(entries.dropFirst()))
        runAlone(first.work)
        followsCommand = first.place == .joining
        done = [first.work]
      }
    }
    if needsRecovery { recover() }
    // One that can't be used is closed before another one is opened in its place.
    let isKept = isUsable
    if !isKept { close() }
    if pool.giveBackFromLine(isKept ? self : nil), isKept { close() }
    for work in done { work.answer() }
  }

  private func runAlone(_ work: QueuedCall) {
    let operation = gate.makeOperation()
    if work.begin(operation, gate) { work.run(operation, on: self, inGroup: false) }
  }
}
