internal import Quarry

/// Runs random queries over random data on several drivers at once, and compares the results bit by bit.
///
/// Each query is checked in three ways:
///
/// - Every driver returns the same rows.
/// - The native and the lowered form return the same rows.
/// - A predicate, its negation and its test for NULL split the rows into three parts without loss (three-valued logic
///   partitioning).
///
/// A difference is reduced as far as possible and reported as a script.
public struct DifferentialTest: Sendable {
  /// The drivers.
  public var drivers: [any DriverUnderTest]
  /// The seed of all random choices.
  public var seed: UInt64
  /// The number of queries.
  public var count: Int

  /// The number of queries that share a schema.
  static let queriesOfSchema = 20

  /// Creates a test.
  public init(_ drivers: [any DriverUnderTest], seed: UInt64 = 1, count: Int = 1000) {
    self.drivers = drivers
    self.seed = seed
    self.count = count
  }

  /// Runs the test and stops at the first difference.
  ///
  /// - Parameter onProgress: Called with the number of completed queries.
  /// - Throws: The error of a driver that can't be opened, or of creating a schema.
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

/// The result of a differential test.
public struct DifferentialReport: Sendable, Hashable, Codable {
  /// The seed that repeats the run.
  public var seed: UInt64
  /// The drivers that were compared.
  public var drivers: [String]
  /// The numbers of queries, comparisons and errors.
  public var counts = Counts()
  /// The first difference, reduced as far as possible.
  public var difference: Difference?

  /// The numbers of a differential test.
  public struct Counts: Sendable, Hashable, Codable {
    /// The number of queries.
    public var queries = 0
    /// The number of comparisons of two results.
    public var comparisons = 0
    /// The number of queries that failed because an engine lacks a feature.
    public var refusals = 0
    /// The number of results that are errors. A correct generator causes almost none.
    public var errors = 0
    /// The number of queries whose lowered form has another text than the native one, on at least one driver.
    public var lowered = 0
    /// The number of predicates that split rows into three parts.
    public var partitions = 0
  }

  /// Whether so many queries failed that the test isn't meaningful.
  public var isVacuous: Bool { counts.comparisons == 0 || counts.errors * 20 > counts.queries * drivers.count }

  /// A difference between two results.
  public struct Difference: Sendable, Hashable, Codable {
    /// What differs: drivers, forms or parts.
    public var kind: String
    /// The statements that reproduce it in an empty database.
    public var script: [String]
    /// The result of each driver or form.
    public var answers: [Answer]
  }

  /// The result of one driver or form.
  public struct Answer: Sendable, Hashable, Codable {
    /// The driver's URL, or the name of the form or part.
    public var name: String
    /// The rows with storage classes and bits, or the error.
    public var rows: String
  }
}
