#if Command
import ArgumentParser

/// Runs one script with failing calls, in this process.
struct RunFailures: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "failures", abstract: "Runs one script with one call failing at a time, in this process.")

  @Option var engine = "sqlite"
  @Option var script: String
  @Option var mode: String
  @Option var first: Int?
  @Option var stride: Int?
  @Option var sample = 0
  @Option var seed: UInt64 = 1
  @Flag(inversion: .prefixedNo) var count = false
  @Flag(name: .customLong("large-blocks"), help: "Small objects come out of a reserve, as they usually do.")
  var largeBlocks = false
  @Flag(name: .customLong("small-blocks"), help: "Every small object is an allocation of its own: the default.")
  var smallBlocks = false

  func run() async throws {
    guard let script = FaultScript.all.first(where: { $0.name == script }),
      let mode = FailureMode.all.first(where: { $0.name == mode })
    else { throw ValidationError("there is no such script or mode") }
    try await FailureChild(
      engine: engine, script: script, mode: mode, first: first, stride: stride, sample: sample, seed: seed,
      smallBlocks: !largeBlocks,
      onlyCounts: count
    ).run()
  }
}

/// Lets the power fail under one configuration, in this process.
struct RunPowerLoss: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "power-loss", abstract: "Records one run and lets the power fail at its places, in this process.")

  @Option var engine = "sqlite"
  @Option(name: .customLong("configuration")) var configurationName: String
  @Option var chances = 6
  @Option var seed: UInt64 = 1
  @Option var stride = 1

  func run() async throws {
    guard let configuration = PowerLossConfiguration.all.first(where: { $0.name == configurationName }) else {
      throw ValidationError("there is no such configuration")
    }
    let target = try FaultTarget(name: engine, allocator: false, smallBlocks: false)
    let tally = try PowerLossRun(
      target: target, configuration: configuration, chances: chances, seed: seed, stride: stride
    ).run()
    for defect in tally.defects.prefix(5) { Output.say("  \(defect)") }
    if tally.defects.count > 5 { Output.say("  and \(tally.defects.count - 5) more") }
    let promise =
      configuration.keepsCommits
      ? "\(tally.lost) lost commits"
      : "\(tally.takenBack) states without the last commits (allowed)"
        + (configuration.trustsJournal ? ", \(tally.damaged) damaged by half a journal (allowed)" : "")
    Output.say(
      """
      \(engine) \(configuration.name): \(tally.points) crash points, \(tally.states) states, \(promise), \
      \(tally.corrupt) corrupt, \(tally.half) half transactions, \(tally.wrongCopies) wrong copies
      """)
    if !tally.isSound { throw ExitCode.failure }
  }
}
#endif
