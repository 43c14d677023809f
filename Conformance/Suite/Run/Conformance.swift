/// The suite: plans of cases for a driver, and runs of them in this process.
///
/// With Swift Testing, one line runs every case as a test of its own:
///
/// ```swift
/// @Test(arguments: try await Conformance.plan(MyDriverUnderTest()))
/// func conformance(_ planned: PlannedCase) async throws { try await planned.run() }
/// ```
///
/// With XCTest, or anywhere else:
///
/// ```swift
/// func testConformance() async throws { try await Conformance.check(MyDriverUnderTest()) }
/// ```
public enum Conformance {
  /// How many times as long as it says a case may take: a limit ends what hangs, and says nothing of a slow machine
  /// or a slow network.
  public static let patience = 6

  /// Opens the driver once and plans the cases for it.
  ///
  /// - Parameters:
  ///   - driver: the driver under test.
  ///   - selection: which cases; unless it is given, those that ``CaseSelection/environment()`` names, or all.
  ///   - seed: the seed of everything random; unless it is given, that of the environment, or 1.
  ///   - timeLimit: how long a case may take at most, if less than its own limit.
  ///   - timeLimitFactor: how many times as long as it says a case may take. A test process runs other tests beside
  ///     the cases, on the same threads; there a limit only ends what hangs.
  ///   - endurance: how long cases go on that try for a time whether something ever happens.
  /// - Throws: what the driver throws when it cannot be opened, and ``HarnessError`` when the environment names cases
  ///   that do not exist, or the driver's manifest has a defect.
  public static func plan(
    _ driver: any DriverUnderTest, _ selection: CaseSelection? = nil, seed: UInt64? = nil, timeLimit: Duration? = nil,
    timeLimitFactor: Int = 12, endurance: Duration = .seconds(60)
  ) async throws -> [PlannedCase] {
    let selection = try selection ?? CaseSelection.environment()
    let seed = try seed ?? CaseSelection.environmentSeed() ?? 1
    try driver.deviations.check()
    let folder = try CaseFolder()
    defer { folder.remove() }
    return plan(
      driver, try await DriverProfile(of: driver, in: folder.path), selection, seed: seed, timeLimit: timeLimit,
      timeLimitFactor: timeLimitFactor, endurance: endurance)
  }

  /// Plans the cases for a driver whose profile is known.
  public static func plan(
    _ driver: any DriverUnderTest, _ profile: DriverProfile, _ selection: CaseSelection = CaseSelection(),
    seed: UInt64 = 1, timeLimit: Duration? = nil, timeLimitFactor: Int = patience, endurance: Duration = .seconds(60),
    catalog: ConformanceCatalog = .current
  ) -> [PlannedCase] {
    let launcher = driver.processLauncher
    return catalog.cases.filter(selection.contains).map {
      let ownLimit = $0.timeLimit * timeLimitFactor
      return PlannedCase(
        conformanceCase: $0, half: profile.plan(for: $0, kinds: driver.kinds, hasLauncher: launcher != nil),
        driver: driver, profile: profile, seed: seed, timeLimit: min(ownLimit, timeLimit ?? ownLimit),
        endurance: endurance)
    }
  }

  /// Runs all cases on a driver in this process and throws when one of them speaks against it.
  ///
  /// - Throws: ``ConformanceFailure``, or what the driver throws when it cannot be opened.
  public static func check(
    _ driver: any DriverUnderTest, _ selection: CaseSelection? = nil, seed: UInt64? = nil
  ) async throws {
    var failed: [CaseResult] = []
    for planned in try await plan(driver, selection, seed: seed) {
      let result = await planned.result()
      if result.speaksAgainstDriver { failed.append(result) }
    }
    if !failed.isEmpty { throw ConformanceFailure(results: failed, driver: driver.name) }
  }
}

/// Which cases of the suite run.
public struct CaseSelection: Sendable, Hashable {
  /// The areas, or empty for all.
  public var areas: Set<ConformanceArea>
  /// The identifiers, or empty for all.
  public var ids: Set<String>
  /// A profile, or `nil` for all cases.
  public var profile: ConformanceProfile?

  /// Creates a selection; without arguments it holds every case. Areas and identifiers add up: a case is selected when
  /// its area or its identifier is named. A profile keeps those that belong to it.
  public init(areas: Set<ConformanceArea> = [], ids: Set<String> = [], profile: ConformanceProfile? = nil) {
    self.areas = areas
    self.ids = ids
    self.profile = profile
  }

  /// Whether a case is selected.
  public func contains(_ conformanceCase: ConformanceCase) -> Bool {
    let isNamed =
      areas.isEmpty && ids.isEmpty || areas.contains(conformanceCase.area) || ids.contains(conformanceCase.id)
    return isNamed && profile?.contains(conformanceCase) ?? true
  }
}
