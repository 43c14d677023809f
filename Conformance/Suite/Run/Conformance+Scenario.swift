#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Conformance {
  /// Plays the scenario that standard input describes, as the main function of a second process.
  ///
  /// - Parameters:
  ///   - driver: The driver under test.
  ///   - write: Takes the text for standard output, which must leave the process immediately.
  /// - Returns: The exit code.
  public static func playScenario(
    _ driver: any DriverUnderTest, write: @escaping @Sendable (String) -> Void = writeAtOnce
  ) async -> Int32 {
    let say: @Sendable (String) -> Void = { line in
      write("\(ProcessScenario.lineMark)\(line.split(whereSeparator: \.isNewline).joined(separator: " "))\n")
    }
    guard let line = readLine(),
      let order = try? JSONDecoder().decode(ScenarioOrder.self, from: Data(line.utf8)),
      let scenario = ProcessScenario.named(order.scenario, for: driver)
    else {
      say("error: standard input doesn't contain a scenario of this suite")
      return 2
    }
    do {
      try await scenario.body(
        ScenarioContext(driver: driver, request: order.request, arguments: order.arguments, output: say))
      return 0
    } catch {
      say("error: \(error)")
      return 1
    }
  }
}
