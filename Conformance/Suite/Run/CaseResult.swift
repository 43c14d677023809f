/// The result of one case on one driver.
public struct CaseResult: Sendable, Hashable, Codable, Identifiable {
  /// The identifier of the case.
  public var id: String
  /// What is checked.
  public var title: String
  /// Which drivers must pass the case.
  public var mark: String
  /// Which half ran: `present`, `absent` or `none`.
  public var half: String
  /// The outcome of the case.
  public var status: CaseStatus
  /// The number of executed assertions.
  public var assertions: Int
  /// The duration of the case.
  public var milliseconds: Double?
  /// Why it didn't run, the text of a deviation, or a remark of the case.
  public var note: String?
  /// The counts of the case that depend on time, such as its duration and the number of failures in it.
  public var measured: String?
  /// The parts of the case that didn't run on this driver, with the reasons; `nil` if all of it ran.
  public var omissions: [String]?
  /// The failed assertions.
  public var failures: [CaseFailure]
  /// The seed of the run; only for failures.
  public var seed: UInt64?
  /// A command that repeats only this case; only for failures.
  public var reproduce: String?

  /// The area of the case.
  public var area: ConformanceArea { ConformanceArea(ofCase: id) }

  /// Whether the case passed, but a part of it didn't run.
  public var isPartial: Bool { status == .pass && omissions != nil }

  /// Whether the result counts against the driver: a failure, or a deviation from the core, which allows none.
  var speaksAgainstDriver: Bool {
    status.isFailure || status == .deviated && mark == CaseMark.core.description
  }

  /// Creates the result of a case that didn't end by itself.
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
