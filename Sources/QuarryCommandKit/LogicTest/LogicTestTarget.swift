#if Command
internal import Quarry
internal import QuarryCopy
internal import QuarryDrivers
internal import QuarrySQLLogicTest

/// A driver that runs files, each on an empty database.
struct LogicTestTarget: Sendable {
  /// The URL, which holds no secret.
  let name: String
  /// The display name of the engine.
  let engine: String
  /// Whether every opening makes another, empty database.
  let isPrivate: Bool

  /// Makes sure that the database can be opened and is empty.
  init(_ url: String) async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let target = try DatabaseTarget(url, access: .load, temporary: folder)
    name = url
    isPrivate = try target.isTemporary || DriverURL(url).isPrivateMemory
    let database = try await target.open(LogicTestRunner.configuration)
    engine = "\(database.engine)"
    let count: Int
    do {
      count = try await DatabaseSchema.read(database).objects.count
    } catch {
      await database.close()
      throw error
    }
    await database.close()
    guard count == 0 else {
      throw CommandError(
        "\(url) isn't empty: it has \(count) tables, indexes, views or triggers; choose another name, or one without "
          + "a path, such as sqlite:, for a temporary database", exit: .unavailable)
    }
  }

  /// Runs a file on an empty database.
  func run(_ file: LogicTestFile, _ runner: LogicTestRunner) async throws -> LogicTestReport {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let target = try DatabaseTarget(name, access: .load, temporary: folder)
    let database = try await target.open(LogicTestRunner.configuration)
    let result: Result<LogicTestReport, any Error>
    do {
      let report = try await runner.run(file, on: database)
      // The next file finds the database as this one did.
      if !isPrivate {
        let schema = try await DatabaseSchema.read(database)
        try await database.write { (writer: DatabaseTransaction) in try await schema.drop(writer) }
      }
      result = .success(report)
    } catch {
      result = .failure(error)
    }
    await database.close()
    return try result.get()
  }
}

extension DriverURL {
  /// Whether the URL means a database in memory that only its connection sees.
  fileprivate var isPrivateMemory: Bool { DriverRegistry.standard[scheme]?.place == .memory && path.isEmpty }
}
#endif
