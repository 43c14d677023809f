internal import Quarry

/// The report of a run on one driver, which is the source of every format.
public struct DriverReport: Sendable, Hashable, Codable {
  /// The suite.
  public var suite: Suite
  /// The driver.
  public var driver: TestedDriver
  /// The engine of the driver.
  public var engine: EngineFacts
  /// Every planned case, in the order of the catalog.
  public var cases: [CaseResult]
  /// The sums of the results.
  public var totals: Totals
  /// Each profile with `pass`, `fail`, `notClaimed` or `notRun`.
  public var profiles: [String: String]
  /// The names of the passed profiles, with `core` first; `none` without core.
  public var level: String

  /// The suite of a report.
  public struct Suite: Sendable, Hashable, Codable {
    /// The name of the suite.
    public var name: String
    /// The version of the suite.
    public var version: String
    /// The number of cases in the suite.
    public var cases: Int
    /// The number of cases that come with later versions.
    public var upcoming: Int
    /// The seed of all random choices.
    public var seed: UInt64
  }

  /// The driver of a report.
  public struct TestedDriver: Sendable, Hashable, Codable {
    /// The name of the driver.
    public var name: String
    /// The version of the driver.
    public var version: String
    /// The URL of the driver on the command line.
    public var url: String
    /// The declared kinds.
    public var kinds: [String]
  }

  /// The engine of a report.
  public struct EngineFacts: Sendable, Hashable, Codable {
    /// The product, such as SQLite.
    public var name: String
    /// The version of SQLite in it.
    public var version: String
    /// The version of SQLCipher; `nil` for other engines.
    public var cipherVersion: String?
    /// The source that it was built from.
    public var sourceID: String
    /// The compile options; `nil` if the engine doesn't list them.
    public var compileOptions: [String]?
    /// The number of features that the engine has.
    public var features: Int
    /// The missing features with an equivalent form.
    public var lowered: [String]
    /// The missing features whose use throws.
    public var refused: [String]
  }

  /// The sums of a report.
  public struct Totals: Sendable, Hashable, Codable {
    /// The number of cases in each status.
    public var statuses: [String: Int]
    /// The number of executed assertions.
    public var assertions: Int
    /// The number of passed cases that ran only in part.
    public var partial: Int

    /// Creates the sums of results.
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

    /// The number of cases with a status.
    public subscript(status: CaseStatus) -> Int { statuses[status.rawValue] ?? 0 }

    /// The number of passed cases.
    public var passed: Int { self[.pass] }
    /// The number of failed cases.
    public var failed: Int { CaseStatus.allCases.filter(\.isFailure).reduce(0) { $0 + self[$1] } }
    /// The number of skipped cases.
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

  /// The report without data that depends on time.
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

  /// Returns the results of an area.
  public func cases(in area: ConformanceArea) -> [CaseResult] { cases.filter { $0.area == area } }

  /// The areas with planned cases, in order.
  public var areas: [ConformanceArea] {
    let present = Set(cases.map(\.area))
    return ConformanceArea.allCases.filter(present.contains)
  }
}
