/// A case of the suite: a rule, its source, and the code that checks it.
///
/// Cases are data: they are listed, selected and reported by an identifier that never changes and is never reused. A
/// case gets a private, empty database, uses only Quarry's public interface, and counts its assertions. A case without
/// assertions fails.
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
  /// The code of a case.
  public typealias Body = @Sendable (CaseContext) async throws -> Void

  /// The identifier, such as `VAL-07`: the area and a number.
  public let id: String
  /// What is checked, in one line.
  public let title: String
  /// Which drivers must pass the case.
  public let mark: CaseMark
  /// The source of the rule: a page of SQLite's documentation, an RFC, or a part of Quarry's contract.
  public let reference: String
  /// The rule as a sentence with MUST.
  public let description: String
  /// The driver's capabilities that the case needs, in addition to its mark.
  public let needs: [CapabilityNeed]
  /// Whether the case starts a second process. Not every host of the suite can.
  public let usesProcesses: Bool
  /// The version of the suite that introduced the case.
  public let since: SuiteVersion
  /// The time limit of the case.
  public let timeLimit: Duration
  /// Runs if the driver has the features of the case.
  public let body: Body
  /// Runs if the driver lacks them; `nil` for the usual check that using them throws.
  public let absentBody: Body?

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - id: The identifier. No other case has it or ever had it.
  ///   - title: What is checked, in one line.
  ///   - mark: Which drivers must pass the case.
  ///   - reference: The source of the rule.
  ///   - description: The rule as a sentence with MUST.
  ///   - needs: The driver's capabilities that the case needs, in addition to its mark.
  ///   - usesProcesses: Whether the case starts a second process.
  ///   - since: The version of the suite that introduced the case.
  ///   - timeLimit: The time limit of the case.
  ///   - absent: Runs if the driver lacks the features of the case.
  ///   - body: Runs if the driver has them.
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

  /// The area of the case, according to its identifier.
  public var area: ConformanceArea { ConformanceArea(ofCase: id) }

  /// The number in the identifier.
  var number: Int { Int(id.split(separator: "-").last ?? "") ?? 0 }
}

/// An identifier that is no longer used, so that no other case gets it.
public struct RetiredCase: Sendable, Identifiable {
  /// The identifier.
  public let id: String
  /// What the case checked.
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

/// An identifier whose case comes with a later version, so that reports can list what isn't checked yet.
public struct UpcomingCase: Sendable, Identifiable {
  /// The identifier.
  public let id: String
  /// What the case will check.
  public let title: String

  /// Creates the announcement of a case.
  public init(_ id: String, _ title: String) {
    self.id = id
    self.title = title
  }
}
