#if Command
internal import ArgumentParser
internal import QuarryConformance

/// `quarry conformance-scenario`: the second process of a case, controlled by standard input.
struct ConformanceScenarioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance-scenario", abstract: "Play the scenario that standard input names.",
    shouldDisplay: false)

  @Argument(help: "The driver.")
  var url: String

  func run() async throws {
    let code = await Conformance.playScenario(try DriverUnderTestURL.driver(url))
    if code != 0 { throw ExitCode(code) }
  }
}
#endif
