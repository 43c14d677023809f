/// One case of the suite: what must hold, where the rule comes from, and the program that checks it.
///
/// Cases are data: they are listed, selected and reported by their identifier, which never changes and is never used
/// again. A case gets a private, empty database, uses only Quarry's public interface, and counts its assertions; one
/// that asserted nothing counts as failed.
///
/// ```swift
/// ConformanceCase(
///   "VAL-01", "NULL round-trips as NULL on every path", .core, "https://sqlite.org/datatype3.html",
///   "A NULL that was stored MUST be read as NULL, and IS NULL must see it."
/// ) { test in
///   let database = try await test.database()
///   await test.expectRows(database, "SELECT NULL, NULL IS NULL", [[nil, 1]])
/// }
/// ```
public struct ConformanceCase: Sendable, Identifiable {
  /// What a case runs.
  public typealias Body = @Sendable (CaseContext) async throws -> Void

  /// The identifier, such as `VAL-07`: the area and a number.
  public let id: String
  /// What is checked, in one line.
  public let title: String
  /// Who has to pass the case.
  public let mark: CaseMark
  /// Where the rule comes from: a page of SQLite's documentation, an RFC, or a part of Quarry's contract.
  public let reference: String
  /// The rule as a sentence with MUST.
  public let description: String
  /// What the case needs of the driver besides its mark.
  public let needs: [CapabilityNeed]
  /// Whether the case starts a second process, which not every host of the suite can.
  public let usesProcesses: Bool
  /// The version of the suite that the case came with.
  public let since: SuiteVersion
  /// How long the case may take.
  public let timeLimit: Duration
  /// What runs where the driver has what the case is about.
  public let body: Body
  /// What runs where the driver lacks it; `nil` for the usual check that using it is refused by type.
  public let absentBody: Body?

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - id: the identifier, which no other case has or had.
  ///   - title: what is checked, in one line.
  ///   - mark: who has to pass the case.
  ///   - reference: where the rule comes from.
  ///   - description: the rule as a sentence with MUST.
  ///   - needs: what the case needs of the driver besides its mark.
  ///   - usesProcesses: whether the case starts a second process.
  ///   - since: the version of the suite that the case came with.
  ///   - timeLimit: how long the case may take.
  ///   - absent: what runs where the driver lacks what the case is about.
  ///   - body: what runs where the driver has it.
  public init(
    _ id: String, _ title: String, _ mark: CaseMark, _ reference: String, _ description: String,
    needs: [CapabilityNeed] = [], usesProcesses: Bool = false, since: SuiteVersion = .first,
    timeLimit: Duration = .seconds(10),
    absent: Body? = nil, body: @escaping Body
  ) {
    self.id = id
    self.title = title
    self.mark = mark
    self.reference = reference
    self.description = description
    self.needs = needs
    self.usesProcesses = usesProcesses
    self.since = since
    self.timeLimit = timeLimit
    self.body = body
    absentBody = absent
  }

  /// The area of the case, as its identifier says.
  public var area: ConformanceArea { ConformanceArea(ofCase: id) }

  /// The number in the identifier.
  var number: Int { Int(id.split(separator: "-").last ?? "") ?? 0 }
}

/// An identifier that is not used any more, so that no other case ever gets it.
public struct RetiredCase: Sendable, Identifiable {
  /// The identifier.
  public let id: String
  /// What the case was about.
  public let title: String
  /// Why the case was retired.
  public let reason: String

  /// Creates the record of a retired case.
  public init(_ id: String, _ title: String, reason: String) {
    self.id = id
    self.title = title
    self.reason = reason
  }
}

/// An identifier whose case comes with a later version, so that reports can tell what is not checked yet.
public struct UpcomingCase: Sendable, Identifiable {
  /// The identifier.
  public let id: String
  /// What the case will be about.
  public let title: String

  /// Creates the announcement of a case.
  public init(_ id: String, _ title: String) {
    self.id = id
    self.title = title
  }
}
