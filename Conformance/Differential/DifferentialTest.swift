internal import Quarry

/// Runs random queries over random data on several drivers at once and compares the answers, bit for bit.
///
/// Each query is checked in three ways: every driver gives the same rows; the native and the lowered form give the same
/// rows; and a predicate, its negation and the test whether it is NULL split the rows into three parts without loss
/// (three-valued logic partitioning). A difference is made as small as it can be and reported as a script.
public struct DifferentialTest: Sendable {
  /// The drivers.
  public var drivers: [any DriverUnderTest]
  /// The seed of everything random.
  public var seed: UInt64
  /// How many queries run.
  public var count: Int

  /// How many queries share a schema.
  static let queriesOfSchema = 20

  /// Creates a test.
  public init(_ drivers: [any DriverUnderTest], seed: UInt64 = 1, count: Int = 1000) {
    self.drivers = drivers
    self.seed = seed
    self.count = count
  }

  /// Runs the test and stops at the first difference.
  ///
  /// - Parameter onProgress: called with the number of queries that have run.
  /// - Throws: what a driver throws when it cannot be opened, or when making a schema fails.
  public func run(onProgress: @Sendable (Int) -> Void = { _ in }) async throws -> DifferentialReport {
    let folder = try CaseFolder()
    defer { folder.remove() }
    var places: [ScenarioPlace] = []
    do {
      for (number, driver) in drivers.enumerated() {
        let request = DriverRequest(folder: folder.path, name: "place\(number)")
        let database = try await Database(
          try await driver.driver(for: request), configuration: DatabaseConfiguration(maximumReaders: 0))
        places.append(ScenarioPlace(name: driver.url, database: database))
      }
      let report = try await run(on: places, onProgress)
      for place in places { await place.database.close() }
      return report
    } catch {
      for place in places { await place.database.close() }
      throw error
    }
  }

  private func run(on places: [ScenarioPlace], _ onProgress: (Int) -> Void) async throws -> DifferentialReport {
    var report = DifferentialReport(seed: seed, drivers: places.map(\.name))
    let oracle = ScenarioOracle(places: places)
    for group in 0..<max((count + Self.queriesOfSchema - 1) / Self.queriesOfSchema, 1) {
      var generator = ScenarioGenerator(seed: seed, number: group)
      let tables = generator.tables()
      let rest = max(count - group * Self.queriesOfSchema, 1)
      let scenarios = (0..<min(Self.queriesOfSchema, rest)).map { _ in generator.scenario(over: tables) }
      guard let first = scenarios.first else { continue }
      for place in places { try await place.set(up: first) }
      for scenario in scenarios {
        let finding = try await oracle.finding(for: scenario, &report.counts)
        onProgress(report.counts.queries)
        guard finding != nil else { continue }
        for place in places { try await place.tearDown(scenario) }
        report.difference = try await ScenarioShrinker(oracle: oracle).difference(of: scenario)
        return report
      }
      for place in places { try await place.tearDown(first) }
    }
    return report
  }
}

/// What came of a differential test.
public struct DifferentialReport: Sendable, Hashable, Codable {
  /// The seed that repeats the run.
  public var seed: UInt64
  /// The drivers that were compared.
  public var drivers: [String]
  /// What was done.
  public var counts = Counts()
  /// The first difference, as small as it could be made.
  public var difference: Difference?

  /// How much was done.
  public struct Counts: Sendable, Hashable, Codable {
    /// The queries.
    public var queries = 0
    /// The comparisons of two answers.
    public var comparisons = 0
    /// The queries that an engine refused for a missing feature.
    public var refusals = 0
    /// The answers that are errors; a correct generator makes nearly none.
    public var errors = 0
    /// The queries whose lowered form differs from the native one in text, on one driver or more.
    public var lowered = 0
    /// The predicates that split rows into three parts.
    public var partitions = 0
  }

  /// Whether so many queries failed that the test says little.
  public var isVacuous: Bool { counts.comparisons == 0 || counts.errors * 20 > counts.queries * drivers.count }

  /// A difference.
  public struct Difference: Sendable, Hashable, Codable {
    /// What differs: drivers, forms or parts.
    public var kind: String
    /// The statements that show it, from an empty database.
    public var script: [String]
    /// What each driver or form answers.
    public var answers: [Answer]
  }

  /// What one driver or form answers.
  public struct Answer: Sendable, Hashable, Codable {
    /// The driver's URL, or the name of the form or part.
    public var name: String
    /// The rows with storage classes and bits, or the error.
    public var rows: String
  }
}
