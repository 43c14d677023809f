/// What came of one case on one driver.
public struct CaseResult: Sendable, Hashable, Codable, Identifiable {
  /// The identifier of the case.
  public var id: String
  /// What is checked.
  public var title: String
  /// Who has to pass the case.
  public var mark: String
  /// Which half ran: `present`, `absent` or `none`.
  public var half: String
  /// How it ended.
  public var status: CaseStatus
  /// How many assertions were executed.
  public var assertions: Int
  /// How long it took.
  public var milliseconds: Double?
  /// Why it did not run, what a deviation says, or what the case remarks.
  public var note: String?
  /// What the case has counted that depends on time, such as how long it played and how often something failed.
  public var measured: String?
  /// The parts of the case that did not run on this driver, with the reasons; `nil` when all of it ran.
  public var omissions: [String]?
  /// The assertions that did not hold.
  public var failures: [CaseFailure]
  /// The seed of the run; only for failures.
  public var seed: UInt64?
  /// A command that repeats exactly this case; only for failures.
  public var reproduce: String?

  /// The area of the case.
  public var area: ConformanceArea { ConformanceArea(ofCase: id) }

  /// Whether the case passed and a part of it did not run.
  public var isPartial: Bool { status == .pass && omissions != nil }

  /// Whether the result speaks against the driver: a failure, or a deviation from the core, which allows none.
  var speaksAgainstDriver: Bool {
    status.isFailure || status == .deviated && mark == CaseMark.core.description
  }

  /// Creates the result of a case that did not end by itself.
  public init(
    of conformanceCase: ConformanceCase, half: CaseHalf, status: CaseStatus, assertions: Int = 0,
    milliseconds: Double? = nil, note: String? = nil, measured: String? = nil,
    omissions: [String] = [], failures: [CaseFailure] = []
  ) {
    id = conformanceCase.id
    title = conformanceCase.title
    mark = conformanceCase.mark.description
    self.half = half.name
    self.status = status
    self.assertions = assertions
    self.milliseconds = milliseconds
    self.note = note
    self.measured = measured
    self.omissions = omissions.isEmpty ? nil : omissions
    self.failures = failures
  }
}
