import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// What one step took.
struct Sample {
  let name: String
  /// Microseconds on the clock.
  let wall: Int
  /// Microseconds of the processor, of all threads of the process.
  let processor: Int
}

extension Sample: CustomStringConvertible {
  var description: String { "\(name)\t\(wall)\t\(processor)" }

  /// Reads what ``description`` has written in another process.
  init?(_ line: Substring) {
    let parts = line.split(separator: "\t")
    guard parts.count == 3, let wall = Int(parts[1]), let processor = Int(parts[2]) else { return nil }
    self.init(name: String(parts[0]), wall: wall, processor: processor)
  }
}

/// Measures one step.
struct Watch {
  private let start = ContinuousClock.now
  private let processor = Self.processorTime()

  func sample(_ name: String) -> Sample {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return Sample(
      name: name, wall: Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000),
      processor: (Self.processorTime() - processor) / 1000)
  }

  private static func processorTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
