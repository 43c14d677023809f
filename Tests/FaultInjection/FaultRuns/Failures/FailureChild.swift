#if Command
import CFaultInjection
import Foundation

/// The process in which faults happen. It says on standard output where it is, so that its end tells where it crashed.
///
/// Lines: `calls N`, `stride N`, `at N`, `wrong N TEXT`, `error N COUNT`, `spared N`, `end`.
struct FailureChild {
  let engine: String
  let script: FaultScript
  let mode: FailureMode
  /// The first point to try, and how far it is to the next; without them the sample says so.
  let first: Int?
  let stride: Int?
  /// About how many points to try, spread over all of them; 0 for all.
  let sample: Int
  /// Which points a sample has.
  let seed: UInt64
  let smallBlocks: Bool
  /// Whether to tell how many points there are, and try none.
  var onlyCounts = false

  func run() async throws {
    let target = try FaultTarget(name: engine, allocator: true, smallBlocks: smallBlocks)
    let run = try FailureRun(target: target, script: script, mode: mode)
    let calls = try await run.callCount()
    var blocks = fault_memory_outstanding()
    Output.say("calls \(calls)")
    if onlyCounts { return }
    let stride = stride ?? (sample == 0 ? 1 : max(1, (calls + sample - 1) / sample))
    Output.say("stride \(stride)")
    var generator = SeededGenerator(seed: seed)
    var number = first ?? Int.random(in: 1...stride, using: &generator)
    while true {
      Output.say("at \(number)")
      let outcome = try await run.play(number, blocks: blocks)
      // What one failure has left is told once.
      blocks = max(blocks, fault_memory_outstanding())
      for defect in outcome.defects { Output.say("wrong \(number) \(defect.replacing("\n", with: " "))") }
      // Every call has failed once when a run is over before its failure.
      if outcome.failures == 0, !outcome.isPassedOver { break }
      Output.say(
        outcome.isPassedOver
          ? "spared \(number)"
          : "error \(number) \(outcome.errors.joined(separator: " | ").replacing("\n", with: " "))")
      number += stride
    }
    Output.say("end")
  }
}
#endif
