#if Command
import QuarryConformance
import Testing
import TestSupport

/// Failing allocations, failing calls to files and losses of power, in processes of their own.
///
/// The short scripts run with a failure at every place, the long ones at places that a seed says; `make faults` runs all
/// of everything.
@Suite struct FaultRunTests {
  @Test("every allocation and every call to a file fails once in a transaction with a savepoint")
  func everyPoint() async throws {
    try await run("all", "--engine", "sqlite", "--script", "savepoint", "--no-power-loss")
  }

  @Test("allocations and calls to files fail, once and for good, all over the scripts")
  func sampledPoints() async throws {
    try await run("all", "--engine", "sqlite", "--sample", "30", "--seed", "\(seed)", "--no-power-loss")
  }

  @Test(
    "allocations and calls to files fail with encryption",
    .needsSQLCipher)
  func sampledPointsEncrypted() async throws {
    try await run(
      "all", "--engine", "sqlcipher", "--script", "encryption", "--script", "copies", "--sample", "30", "--seed",
      "\(seed)", "--no-power-loss")
  }

  @Test("the power fails in transactions, checkpoints, copies")
  func powerLoss() async throws {
    try await run(
      "all", "--engine", "sqlite", "--no-failures", "--chances", "2", "--stride", "6", "--seed", "\(seed)")
  }

  @Test(
    "the power fails in exports and changes of the key",
    .needsSQLCipher)
  func powerLossEncrypted() async throws {
    try await run(
      "all", "--engine", "sqlcipher", "--no-failures", "--chances", "2", "--stride", "12", "--seed", "\(seed)")
  }

  /// Another one for each run; a failure names it.
  private let seed = UInt64.random(in: 1...1_000_000)

  private func run(_ arguments: String...) async throws {
    let program = try #require(ProcessLauncher(product: "FaultRuns"), "FaultRuns lies beside the tests")
    let child = try ChildProcess(program.executable, arguments)
    child.closeInput()
    var lines: [String] = []
    for await line in child.lines { lines.append(line) }
    let end = await child.waitUntilEnd()
    let report = Comment(rawValue: "FaultRuns \(arguments.joined(separator: " "))\n\(lines.joined(separator: "\n"))")
    #expect(end == .exit(0), report)
    #expect(lines.contains { $0.contains("points") }, "something was tried")
    if let last = lines.last { print(last) }
  }
}
#endif
