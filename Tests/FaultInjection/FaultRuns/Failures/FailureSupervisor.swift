#if Command
import Foundation

/// Starts the processes in which faults happen, and counts.
struct FailureSupervisor {
  /// What was tried and found.
  struct Tally: Sendable {
    var points = 0
    /// Points that were passed over, where the library cannot do without memory.
    var spared = 0
    var crashes = 0
    var leaks = 0
    var wrong = 0
    var defects: [String] = []

    static func += (left: inout Tally, right: Tally) {
      left.points += right.points
      left.spared += right.spared
      left.crashes += right.crashes
      left.leaks += right.leaks
      left.wrong += right.wrong
      left.defects += right.defects
    }
  }

  let engine: String
  let script: FaultScript
  let mode: FailureMode
  /// About how many points to try; 0 for all.
  let sample: Int
  let seed: UInt64

  /// Runs the script until every wanted point was tried; a crash costs its point and no other.
  func run() throws -> Tally {
    var tally = Tally()
    var next: Int?
    var stride = 1
    var crashes = 0
    while crashes < 20 {
      var last: Int?
      var arguments = [
        "failures", "--engine", engine, "--script", script.name, "--mode", mode.name, "--sample", "\(sample)", "--seed",
        "\(seed)",
      ]
      if let next { arguments += ["--first", "\(next)", "--stride", "\(stride)"] }
      let status = try Subprogram.run(arguments) { line in
        let words = line.split(separator: " ", maxSplits: 2)
        switch words.first {
        case "at": last = words.count > 1 ? Int(words[1]) : nil
        case "stride": stride = words.count > 1 ? Int(words[1]) ?? 1 : 1
        case "error": tally.points += 1
        case "spared": tally.spared += 1
        case "wrong":
          let isLeak = line.hasSuffix("are not freed")
          if isLeak { tally.leaks += 1 } else { tally.wrong += 1 }
          tally.defects.append("\(engine) \(script.name) \(mode.name): \(line)")
        default: break
        }
      }
      if status == 0 { return tally }
      guard let crashed = last else {
        throw FaultRunError("\(script.name) \(mode.name) did not start: status \(status)")
      }
      crashes += 1
      tally.crashes += 1
      tally.points += 1
      tally.defects.append("\(engine) \(script.name) \(mode.name): ended with \(status) at \(crashed)")
      next = crashed + stride
    }
    return tally
  }
}
#endif
