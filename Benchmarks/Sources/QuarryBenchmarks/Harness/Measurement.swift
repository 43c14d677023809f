import CSQLite

/// One round of one candidate.
struct Measurement: Codable, Sendable {
  /// Time on the clock, in nanoseconds.
  let wallNanoseconds: Double
  /// CPU time of the process, all threads, system time included, in nanoseconds.
  let cpuNanoseconds: Double
  /// How many operations the round made.
  let operations: Int
  /// W7 only.
  let reads: Int?
  /// W7 only.
  let writes: Int?

  var wallPerOperation: Double { wallNanoseconds / Double(max(1, operations)) }
  var cpuPerOperation: Double { cpuNanoseconds / Double(max(1, operations)) }
  var operationsPerSecond: Double { Double(operations) / (wallNanoseconds / 1e9) }
  var readsPerSecond: Double? { reads.map { Double($0) / (wallNanoseconds / 1e9) } }
  var writesPerSecond: Double? { writes.map { Double($0) / (wallNanoseconds / 1e9) } }
}

/// Reads both clocks.
struct Stopwatch {
  private let wall = ContinuousClock.now
  private let cpu = benchmarks_cpu_nanoseconds()

  /// The time since the stopwatch was made.
  func elapsed() -> (wall: Double, cpu: Double) {
    let cpu = Double(benchmarks_cpu_nanoseconds() - cpu)
    let duration = ContinuousClock.now - wall
    return (Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9, cpu)
  }
}

extension Sequence<Double> {
  /// The middle value, or the mean of the two in the middle; not a number when empty.
  func median() -> Double {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
