#if Command
import ArgumentParser
import Foundation

/// Lets memory, files and the power fail under local engines, at every place.
@main struct FaultRuns: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "FaultRuns", abstract: "Lets memory, files and the power fail under local engines.",
    subcommands: [RunAll.self, RunFailures.self, RunPowerLoss.self, RunConnections.self])
}

/// Runs every script in every mode, each in a process of its own.
struct RunAll: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "all", abstract: "Runs everything, each part in a process of its own, and prints what was found.")

  @Option(help: "The engines: sqlite, sqlcipher, or paths of libraries.")
  var engine: [String] = ["sqlite", "sqlcipher"]

  @Option(help: "Which scripts; all by default.")
  var script: [String] = []

  @Option(help: "Which modes of failing; all by default.")
  var mode: [String] = []

  @Option(help: "About how many points of each script and mode are tried; 0 for all of them.")
  var sample = 0

  @Option(help: "The seed that says which points a sample has, and what a loss of power leaves.")
  var seed: UInt64 = 1

  @Option(help: "How many ways of losing are tried at each place where the power fails.")
  var chances = 6

  @Option(help: "Only every so many places are tried for losses of power.")
  var stride = 1

  @Flag(inversion: .prefixedNo, help: "Whether to try failing allocations and failing calls to files.")
  var failures = true

  @Flag(inversion: .prefixedNo, help: "Whether to try losses of power.")
  var powerLoss = true

  func run() async throws {
    Output.say("seed \(seed)\(sample > 0 ? ", about \(sample) points of each script and mode" : ", every point")")
    var isSound = true
    if failures { isSound = try runFailures() }
    if powerLoss { isSound = try runPowerLosses() && isSound }
    if !isSound { throw ExitCode.failure }
  }

  private func runFailures() throws -> Bool {
    var total = FailureSupervisor.Tally()
    for engine in engine {
      var ofEngine = FailureSupervisor.Tally()
      for script in FaultScript.all where self.script.isEmpty || self.script.contains(script.name) {
        if script.needsEncryption, !engine.contains("sqlcipher") { continue }
        for mode in FailureMode.all where self.mode.isEmpty || self.mode.contains(mode.name) {
          let tally = try FailureSupervisor(
            engine: engine, script: script, mode: mode, sample: sample, seed: seed
          ).run()
          if !tally.defects.isEmpty || sample == 0 { report("\(engine) \(script.name) \(mode.name)", tally) }
          ofEngine += tally
        }
      }
      total += ofEngine
      ofEngine.defects = []
      report("\(engine): failing calls", ofEngine)
    }
    let isSound = total.defects.isEmpty
    total.defects = []
    report("all engines: failing calls", total)
    return isSound
  }

  private func report(_ title: String, _ tally: FailureSupervisor.Tally) {
    for defect in tally.defects.prefix(20) { Output.say("  \(defect)") }
    if tally.defects.count > 20 { Output.say("  and \(tally.defects.count - 20) more") }
    let spared = tally.spared > 0 ? ", \(tally.spared) passed over" : ""
    Output.say(
      "\(title): \(tally.points) points, \(tally.crashes) crashes, \(tally.leaks) leaks, \(tally.wrong) wrong\(spared)")
  }

  private func runPowerLosses() throws -> Bool {
    var isSound = true
    for engine in engine {
      for configuration in PowerLossConfiguration.all {
        let status = try Subprogram.run([
          "power-loss", "--engine", engine, "--configuration", configuration.name, "--chances", "\(chances)", "--seed",
          "\(seed)", "--stride", "\(stride)",
        ]) { Output.say($0) }
        if status != 0 {
          isSound = false
          Output.say("\(engine) \(configuration.name): ended with \(status)")
        }
      }
    }
    return isSound
  }
}
#else
import Foundation

@main struct FaultRuns {
  static func main() {
    FileHandle.standardError.write(
      Data("FaultRuns was built without the trait Command: build it with swift build --traits Command\n".utf8))
    exit(1)
  }
}
#endif
