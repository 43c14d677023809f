import Quarry
import QuarryMemory
import QuarrySQLLogicTest

/// The two ways in which files run: without suspension, and with a call for each record.
enum Way: CaseIterable, Sendable {
  case local, suspending

  func open() async throws -> Database {
    switch self {
    case .local: try await Database(MemoryDriver(), configuration: LogicTestRunner.configuration)
    case .suspending: try await Database(SuspendingMemoryDriver(), configuration: LogicTestRunner.configuration)
    }
  }

  /// Runs a text on a new database.
  func run(_ text: String, _ runner: LogicTestRunner = LogicTestRunner()) async throws -> LogicTestReport {
    let file = LogicTestFile(
      name: "f.slt", records: try LogicTestParser.records(of: Array(text.utf8), file: "f.slt"))
    let database = try await open()
    let report = try await runner.run(file, on: database)
    await database.close()
    return report
  }
}
