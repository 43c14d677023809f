import Foundation

/// One round of one client.
struct Measurement: Codable, Sendable {
  /// Requests, or rows.
  let operations: Int
  let wallNanoseconds: Double
  /// CPU time of this process, all threads, system time included. The server is another process.
  let cpuNanoseconds: Double
  /// Latencies in nanoseconds; for requests only.
  var median: Double?
  var percentile99: Double?

  var perSecond: Double { Double(operations) / (wallNanoseconds / 1e9) }
  var cpuPerOperation: Double { cpuNanoseconds / Double(max(operations, 1)) }

  init(operations: Int, stopwatch: Stopwatch, latencies: [Int64] = []) {
    self.operations = operations
    (wallNanoseconds, cpuNanoseconds) = stopwatch.elapsed
    let sorted = latencies.sorted()
    guard !sorted.isEmpty else { return }
    median = Double(sorted[sorted.count / 2])
    percentile99 = Double(sorted[min(sorted.count - 1, sorted.count * 99 / 100)])
  }
}

/// Both clocks.
struct Stopwatch {
  private let wall = ContinuousClock.now
  private let cpu = Stopwatch.cpuNanoseconds

  var elapsed: (wall: Double, cpu: Double) {
    let cpu = Self.cpuNanoseconds - cpu
    return (Double((ContinuousClock.now - wall).nanoseconds), cpu)
  }

  private static var cpuNanoseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

extension Duration {
  var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
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

/// What the machine is, and what else it does.
enum Machine {
  /// The load average of the last minute.
  static var load: Double {
    var loads = [0.0, 0, 0]
    return getloadavg(&loads, 3) > 0 ? loads[0] : .nan
  }
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }
}
