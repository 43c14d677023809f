/// The suite: plans cases for a driver, and runs them in this process.
///
/// With Swift Testing, one line runs every case as a separate test:
///
/// ```swift
/// @Test(arguments: try await Conformance.plan(MyDriverUnderTest()))
/// func conformance(_ planned: PlannedCase) async throws { try await planned.run() }
/// ```
///
/// With XCTest, or in any other program:
///
/// ```swift
/// func testConformance() async throws { try await Conformance.check(MyDriverUnderTest()) }
/// ```
public enum Conformance {
  /// The factor for the time limits of cases. A limit ends hanging cases, and isn't a measure for a slow machine or
  /// network.
  public static let patience = 6

  /// Opens the driver once and plans the cases for it.
  ///
  /// - Parameters:
  ///   - driver: The driver under test.
  ///   - selection: The cases; `nil` for those of ``CaseSelection/environment(_:)``.
  ///   - seed: The seed of all random choices; `nil` for that of the environment, or 1.
  ///   - timeLimit: The longest time for a case, if less than its own limit.
  ///   - timeLimitFactor: The factor for the time limits of cases. A test process runs other tests on the same threads,
  ///     so that a limit only ends hanging cases.
  ///   - endurance: The time that a case spends on trying whether something ever happens.
  /// - Throws: The error of the driver if it can't be opened. ``HarnessError`` if the environment contains unknown
  ///   cases, or the driver's manifest has a defect.
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

  /// Plans the cases for a driver with a known profile.
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

  /// Runs all cases on a driver in this process, and throws if one of them fails.
  ///
  /// - Throws: ``ConformanceFailure``, or the error of the driver if it can't be opened.
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

/// A selection of cases.
public struct CaseSelection: Sendable, Hashable {
  /// The areas; empty for all.
  public var areas: Set<ConformanceArea>
  /// The identifiers; empty for all.
  public var ids: Set<String>
  /// A profile; `nil` for all cases.
  public var profile: ConformanceProfile?

  /// Creates a selection. Without arguments, it contains every case. A case is selected if its area or its identifier
  /// is in the selection. A profile then keeps only its own cases.
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
