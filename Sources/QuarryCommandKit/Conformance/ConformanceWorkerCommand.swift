#if Command
internal import ArgumentParser
internal import Foundation
internal import Quarry
internal import QuarryConformance

/// `quarry conformance-worker`: the child of `quarry conformance` that runs one case after the other.
struct ConformanceWorkerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance-worker", abstract: "Run the cases whose identifiers come on standard input.",
    shouldDisplay: false)

  @Argument(help: "The driver.")
  var url: String

  @Option(help: "The seed of everything random.")
  var seed: UInt64 = 1

  @Option(help: "The driver's manifest.")
  var manifest: String?

  @Option(help: "How many seconds a case may take at most.")
  var timeLimit: Int?

  @Option(help: "How many seconds cases go on that try for a time whether something ever happens.")
  var endurance: Int = 60

  func run() async throws {
    let deviations = try manifest.map(ManifestFile.read) ?? DeviationManifest()
    let driver = try DriverUnderTestURL.driver(url, deviations: deviations)
    let plan = try await Conformance.plan(
      driver, seed: seed, timeLimit: timeLimit.map { .seconds($0) }, timeLimitFactor: Conformance.patience,
      endurance: .seconds(endurance))
    let cases = Dictionary(plan.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let encoder = JSONEncoder()
    while let id = readLine() {
      guard let planned = cases[id] else { continue }
      let result = await planned.result()
      let json = String(decoding: try encoder.encode(result), as: UTF8.self)
      Console.current.output("\n\(ChildWorker.recordSeparator)\(json)\n")
    }
  }
}

/// The file of a driver's known deviations.
enum ManifestFile {
  /// Reads and checks a manifest.
  ///
  /// - Throws: ``CommandError`` that says what is wrong with it.
  static func read(_ path: String) throws -> DeviationManifest {
    do {
      let manifest = try DeviationManifest(contentsOfFile: path)
      try manifest.check()
      return manifest
    } catch let error as HarnessError {
      throw CommandError(error.description)
    }
  }
}
#endif
