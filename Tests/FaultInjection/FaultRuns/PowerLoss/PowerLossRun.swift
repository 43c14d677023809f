#if Command
import CFaultInjection
import Foundation
import Quarry
import QuarrySQLiteEngine

/// Records one run and lets the power fail at every place of it.
struct PowerLossRun {
  /// What was tried and found.
  struct Tally {
    var points = 0
    var states = 0
    var lost = 0
    var takenBack = 0
    /// Databases that the engine may damage.
    var damaged = 0
    var corrupt = 0
    var half = 0
    var wrongCopies = 0
    var defects: [String] = []

    var isSound: Bool { lost == 0 && corrupt == 0 && half == 0 && wrongCopies == 0 }
  }

  let target: FaultTarget
  let configuration: PowerLossConfiguration
  /// How many ways of losing are tried at each place, beside losing everything and nothing.
  let chances: Int
  let seed: UInt64
  /// Only every so many places are tried, beginning with a place that the seed says.
  let stride: Int

  func run() throws -> Tally {
    let digests = try FaultContent.digests(target, count: 16)
    let folder = try FaultFolder()
    let run = ScriptRun(target: target, folder: folder)
    run.open(configuration.journal)
    guard let context = run.context else { throw FaultRunError("\(run.errors)") }
    try FaultContent.create(context)
    run.close()
    var disk = SimulatedDisk(folder: folder.path, content: try folder.contents())
    fault_record_start()
    let recorded = ScriptRun(target: target, folder: folder)
    try PowerLossWorkload.run(recorded, configuration)
    fault_record_stop()

    var tally = Tally()
    var state = Expectation()
    var generator = SeededGenerator(seed: seed)
    let offset = Int.random(in: 0..<stride, using: &generator)
    var checker = PowerLossCheck(
      target: target, configuration: configuration, digests: digests, folder: try FaultFolder())
    for index in 0..<Int(fault_record_count()) {
      let record = fault_record_at(Int64(index))
      if Int(record.kind) == FAULT_RECORD_MARK {
        state.hear(PowerLossWorkload.Mark(number: record.offset))
        continue
      }
      if [FAULT_RECORD_OPEN, FAULT_RECORD_CLOSE].contains(Int(record.kind)) {
        disk.apply(record)
        continue
      }
      // The power fails before the call, with whatever was not synchronized then.
      if index % stride == offset {
        tally.points += 1
        checker.mayBeDamaged = configuration.trustsJournal && disk.hasPending("-journal")
        var seen: Set<[String: Data]> = []
        let losses = [.everything, .nothing] + (0..<chances).map { _ in SimulatedDisk.Loss.chance(generator.next()) }
        for loss in losses {
          let content = disk.content(after: loss)
          guard seen.insert(content).inserted else { continue }
          tally.states += 1
          checker.check(content, state, "\(configuration.name) at \(index) (\(loss))", &tally)
        }
      }
      disk.apply(record)
    }
    // And once after the end.
    tally.points += 1
    checker.mayBeDamaged = false
    tally.states += 1
    checker.check(disk.content(after: .everything), state, "\(configuration.name) at the end", &tally)
    return tally
  }
}

/// What was said until the power failed.
struct Expectation {
  var acknowledged = 0
  /// For each copy: what it may contain, and whether it has to be there.
  var copies: [Int: (lasts: Set<Int>, isRequired: Bool)] = [:]
  var isRekeying = false
  var isRekeyed = false

  mutating func hear(_ mark: PowerLossWorkload.Mark) {
    switch mark {
    case .transaction(let last): acknowledged = last
    case .copyBegun(let copy, let last): copies[copy, default: ([], false)].lasts.insert(last)
    case .copyDone(let copy, let last): copies[copy] = ([last], true)
    case .rekeyBegun: isRekeying = true
    case .rekeyDone: isRekeyed = true
    }
  }
}
#endif
