internal import Quarry

/// What came of a run on one driver: the source that every format is made from.
public struct DriverReport: Sendable, Hashable, Codable {
  /// The suite.
  public var suite: Suite
  /// The driver.
  public var driver: TestedDriver
  /// The engine behind it.
  public var engine: EngineFacts
  /// Every case that was planned, in the order of the list.
  public var cases: [CaseResult]
  /// The sums.
  public var totals: Totals
  /// Each profile with `pass`, `fail`, `notClaimed` or `notRun`.
  public var profiles: [String: String]
  /// The names of the profiles that were passed, with `core` first; `none` without core.
  public var level: String

  /// What the suite was.
  public struct Suite: Sendable, Hashable, Codable {
    /// The name of the suite.
    public var name: String
    /// The version of the suite.
    public var version: String
    /// How many cases the suite has.
    public var cases: Int
    /// How many cases come with later versions.
    public var upcoming: Int
    /// The seed of everything random.
    public var seed: UInt64
  }

  /// What the driver says it is.
  public struct TestedDriver: Sendable, Hashable, Codable {
    /// The name of the driver.
    public var name: String
    /// The version of the driver.
    public var version: String
    /// How the driver is named on the command line.
    public var url: String
    /// The kinds that it declares.
    public var kinds: [String]
  }

  /// What the engine is.
  public struct EngineFacts: Sendable, Hashable, Codable {
    /// The product, such as SQLite.
    public var name: String
    /// The version of SQLite in it.
    public var version: String
    /// The version of SQLCipher, when it is that.
    public var cipherVersion: String?
    /// Which source it was built from.
    public var sourceID: String
    /// The options it was built with, when it lists them.
    public var compileOptions: [String]?
    /// How many features the engine has.
    public var features: Int
    /// The features that it lacks and that have an equal form.
    public var lowered: [String]
    /// The features that it lacks and that are refused.
    public var refused: [String]
  }

  /// The sums of a report.
  public struct Totals: Sendable, Hashable, Codable {
    /// How many cases ended in each status.
    public var statuses: [String: Int]
    /// How many assertions were executed.
    public var assertions: Int
    /// How many of the cases that passed ran only in part.
    public var partial: Int

    /// Adds results up.
    public init(of results: some Sequence<CaseResult>) {
      statuses = Dictionary(uniqueKeysWithValues: CaseStatus.allCases.map { ($0.rawValue, 0) })
      assertions = 0
      partial = 0
      for result in results {
        statuses[result.status.rawValue, default: 0] += 1
        assertions += result.assertions
        partial += result.isPartial ? 1 : 0
      }
    }

    /// How many cases ended in a status.
    public subscript(status: CaseStatus) -> Int { statuses[status.rawValue] ?? 0 }

    /// How many cases passed.
    public var passed: Int { self[.pass] }
    /// How many cases speak against the driver.
    public var failed: Int { CaseStatus.allCases.filter(\.isFailure).reduce(0) { $0 + self[$1] } }
    /// How many cases count neither for nor against the driver.
    public var skipped: Int { CaseStatus.allCases.filter(\.isSkip).reduce(0) { $0 + self[$1] } }
  }

  /// Creates the report of some results.
  init(
    driver: any DriverUnderTest, profile: DriverProfile, seed: UInt64, cases: [CaseResult], catalog: ConformanceCatalog
  ) {
    let engine = profile.capabilities.engine
    suite = Suite(
      name: "quarry-conformance", version: SuiteVersion.current.description, cases: catalog.cases.count,
      upcoming: catalog.upcoming.count, seed: seed)
    self.driver = TestedDriver(
      name: driver.name, version: driver.version, url: driver.url, kinds: driver.kinds.map(\.rawValue).sorted())
    self.engine = EngineFacts(
      name: "\(engine.product)", version: engine.version.description,
      cipherVersion: engine.cipherVersion?.description, sourceID: engine.sourceID,
      compileOptions: engine.compileOptions?.sorted, features: engine.features.count,
      lowered: SQLFeature.all.filter { !engine.supports($0) && $0.equivalent != nil }.map(\.id),
      refused: SQLFeature.all.filter { !engine.supports($0) && $0.equivalent == nil }.map(\.id))
    self.cases = cases
    totals = Totals(of: cases)
    let claims = Set(driver.deviations.claims)
    let verdicts = ConformanceProfile.allCases.map { ($0.rawValue, Self.verdict(on: $0, claims, cases, catalog)) }
    profiles = Dictionary(uniqueKeysWithValues: verdicts)
    let passed = verdicts.filter { $0.1 == "pass" }.map(\.0)
    level = passed.first == ConformanceProfile.core.rawValue ? passed.joined(separator: " + ") : "none"
  }

  private static func verdict(
    on profile: ConformanceProfile, _ claims: Set<ConformanceProfile>, _ cases: [CaseResult],
    _ catalog: ConformanceCatalog
  ) -> String {
    let wanted = catalog.cases.filter(profile.contains)
    let results = cases.filter { result in catalog[result.id].map(profile.contains) ?? false }
    let ran = results.filter { $0.status != .notApplicable }
    if wanted.isEmpty || (ran.isEmpty && !claims.contains(profile)) { return "notClaimed" }
    // A profile is about a kind of driver as a whole: where a part does not apply, there is nothing to claim.
    let isGeneral = profile == .core || profile == .concurrency
    if !isGeneral, ran.count < results.count { return claims.contains(profile) ? "fail" : "notClaimed" }
    if results.contains(where: { $0.status.isFailure || $0.status == .deviated }) { return "fail" }
    if results.count < wanted.count { return "notRun" }
    // Absent halves passed, but the profile is about having the features.
    let lacks = !isGeneral && ran.contains { $0.half == CaseHalf.absent.name }
    return lacks ? (claims.contains(profile) ? "fail" : "partial") : "pass"
  }

  /// The report without anything that depends on time.
  public var withoutTimes: DriverReport {
    var copy = self
    for index in copy.cases.indices {
      copy.cases[index].milliseconds = nil
      copy.cases[index].measured = nil
    }
    return copy
  }

  /// The report without SQL texts and values.
  public var redacted: DriverReport {
    var copy = self
    for index in copy.cases.indices {
      for failure in copy.cases[index].failures.indices {
        copy.cases[index].failures[failure].sql = nil
        copy.cases[index].failures[failure].expected = nil
        copy.cases[index].failures[failure].actual = nil
      }
    }
    return copy
  }

  /// The results of an area.
  public func cases(in area: ConformanceArea) -> [CaseResult] { cases.filter { $0.area == area } }

  /// The areas of which a case was planned, in their order.
  public var areas: [ConformanceArea] {
    let present = Set(cases.map(\.area))
    return ConformanceArea.allCases.filter(present.contains)
  }
}
