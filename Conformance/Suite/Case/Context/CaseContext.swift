public import Quarry

/// What a case runs in: fresh databases of the driver under test, and the record of what was asserted.
///
/// All its functions may be called from several tasks at once.
public final class CaseContext: Sendable {
  /// The driver under test.
  public let driver: any DriverUnderTest
  /// What is known about the driver and its engine.
  public let profile: DriverProfile
  /// The case that runs.
  public let conformanceCase: ConformanceCase
  /// A private folder that is removed after the case.
  public let folder: String
  /// The seed of the run.
  public let seed: UInt64
  /// How long a case goes on that tries for a time whether something ever happens.
  public let endurance: Duration

  let record = Protected(Record())
  let resources = Protected(Resources())

  init(
    driver: any DriverUnderTest, profile: DriverProfile, conformanceCase: ConformanceCase, folder: String, seed: UInt64,
    endurance: Duration
  ) {
    self.driver = driver
    self.profile = profile
    self.conformanceCase = conformanceCase
    self.folder = folder
    self.seed = seed
    self.endurance = endurance
  }

  /// What was asserted.
  struct Record: Sendable {
    var assertions = 0
    var failures: [CaseFailure] = []
    var notes: [String] = []
    var measurements: [String] = []
    /// The parts that did not run on this driver, with the reasons.
    var omissions: [String] = []
    /// What kind of wrong claim the failures show, when they do.
    var claim: CaseStatus?
  }

  /// What has to be closed and removed after the case.
  struct Resources: Sendable {
    var databases: [Database] = []
    var requests: Set<DriverRequest> = []
    var counter = 0
    var processes: [ScenarioProcess] = []
    var proxies: [FaultProxy] = []
    var byteProxies: [TCPFaultProxy] = []
    var clusters: [any ClusterUnderTest] = []
  }

  /// Stops a case that cannot go on; the reason is in the record already.
  struct Stopped: Error {}

  /// Random numbers that depend on the seed of the run and the case alone.
  public func generator(_ purpose: String = "") -> SeededGenerator {
    SeededGenerator(seed: seed, name: conformanceCase.id + purpose)
  }

  /// The engine that the driver leads to.
  public var engine: DatabaseEngine { profile.capabilities.engine }

  /// Whether the driver is of a kind.
  public func isOf(_ kind: DriverKind) -> Bool { driver.kinds.contains(kind) }

  /// Adds a remark to the report of the case.
  public func note(_ text: String) { record.withLock { $0.notes.append(text) } }

  /// Adds counts that depend on time to the report of the case.
  public func measure(_ text: String) { record.withLock { $0.measurements.append(text) } }
}

/// Random numbers from a seed: SplitMix64, the same on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator for a purpose, so that purposes do not influence each other.
  public init(seed: UInt64, name: String = "") {
    state = name.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
