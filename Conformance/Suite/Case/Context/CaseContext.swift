public import Quarry

/// The context of a case: new databases of the driver under test, and the record of assertions.
///
/// All its methods can be called from several tasks at once.
public final class CaseContext: Sendable {
  /// The driver under test.
  public let driver: any DriverUnderTest
  /// The known facts about the driver and its engine.
  public let profile: DriverProfile
  /// The running case.
  public let conformanceCase: ConformanceCase
  /// A private folder that is removed after the case.
  public let folder: String
  /// The seed of the run.
  public let seed: UInt64
  /// The time that a case spends on trying whether something ever happens.
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

  /// The assertions so far.
  struct Record: Sendable {
    var assertions = 0
    var failures: [CaseFailure] = []
    var notes: [String] = []
    var measurements: [String] = []
    /// The parts that didn't run on this driver, with the reasons.
    var omissions: [String] = []
    /// The kind of wrong claim that the failures show, if any.
    var claim: CaseStatus?
  }

  /// The resources to close and remove after the case.
  struct Resources: Sendable {
    var databases: [Database] = []
    var requests: Set<DriverRequest> = []
    var counter = 0
    var processes: [ScenarioProcess] = []
    var proxies: [FaultProxy] = []
    var byteProxies: [TCPFaultProxy] = []
    var clusters: [any ClusterUnderTest] = []
  }

  /// Stops a case that can't continue. The reason is already recorded.
  struct Stopped: Error {}

  /// Returns a random generator that depends only on the seed of the run and the case.
  public func generator(_ purpose: String = "") -> SeededGenerator {
    SeededGenerator(seed: seed, name: conformanceCase.id + purpose)
  }

  /// The engine of the driver.
  public var engine: DatabaseEngine { profile.capabilities.engine }

  /// Whether the driver is of a kind.
  public func isOf(_ kind: DriverKind) -> Bool { driver.kinds.contains(kind) }

  /// Adds a remark to the report of the case.
  public func note(_ text: String) { record.withLock { $0.notes.append(text) } }

  /// Adds counts that depend on time to the report of the case.
  public func measure(_ text: String) { record.withLock { $0.measurements.append(text) } }
}

/// A random generator with a seed: SplitMix64, which is the same on every platform.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a name, so that different uses don't influence each other.
  public init(seed: UInt64, name: String = "") {
    state = name.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
