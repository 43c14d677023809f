extension SuiteCases {
  /// The number of identifiers that each area ever had, so that none is lost or used again.
  private static let numbers: [ConformanceArea: Int] = [
    .life: 21, .values: 54, .parameters: 24, .statements: 33, .errors: 27, .transactions: 33, .constraints: 29,
    .predicates: 36, .joins: 22, .ordering: 18, .aggregates: 26, .upserts: 19, .definition: 38, .json: 24,
    .fullText: 17, .dates: 16, .concurrency: 24, .encryption: 18, .security: 23, .remote: 30, .distributed: 10,
    .suite: 13, .gates: 131, .drift: 20, .observation: 22, .relations: 11,
  ]

  /// The list of cases is in order.
  static let bookkeeping: [ConformanceCase] = [
    ConformanceCase(
      "META-06", "a case that asserts nothing is an error", .core, "Quarry: conformance, statuses",
      "A case that executed no assertion MUST NOT pass."
    ) { test in
      let results = try await test.results(of: [
        ConformanceCase("META-901", "asserts nothing", .core, "none", "none") { _ in },
        ConformanceCase("META-902", "asserts something", .core, "none", "none") { $0.expect(true, "true") },
        ConformanceCase("META-903", "throws", .core, "none", "none") { _ in throw CancellationError() },
      ])
      test.expectEqual(results.map(\.status), [.empty, .pass, .fail], "the statuses of three cases")
    },
    ConformanceCase(
      "META-07", "a run in which nothing ran is vacuous", .core, "Quarry: conformance, exit codes",
      "A run or an area without an executed case MUST end with exit code 5."
    ) { test in
      let nothing = try await test.report(of: [])
      test.expectEqual(ConformanceReport(drivers: [nothing]).verdict(isWhole: false), .vacuous, "no case at all")
      let kind = DriverKind.allCases.first { !test.driver.kinds.contains($0) } ?? .dist
      let elsewhere = try await test.report(of: [
        ConformanceCase("META-901", "for other drivers", .driver(kind), "none", "none") { $0.expect(true, "true") }
      ])
      test.expectEqual(elsewhere.cases.map(\.status), [.notApplicable], "a case for another kind of driver")
      test.expectEqual(ConformanceReport(drivers: [elsewhere]).verdict(isWhole: false), .vacuous, "none applies")
      let thin = try await test.report(of: [
        ConformanceCase("PRED-01", "one assertion only", .core, "none", "none") { $0.expect(true, "true") }
      ])
      test.expectEqual(ConformanceReport(drivers: [thin]).verdict(isWhole: true), .vacuous, "less than the minimum")
      test.expectEqual(ConformanceReport(drivers: [thin]).verdict(isWhole: false), .passed, "a selection may be small")
    },
    ConformanceCase(
      "META-10", "every case says what it is about", .core, "Quarry: conformance, cases",
      "A case MUST have an identifier, a title, a version, a reference and a rule with MUST."
    ) { test in
      for item in ConformanceCatalog.current.cases {
        let isNamed = ConformanceArea(rawValue: String(item.id.prefix { $0 != "-" })) != nil && item.number > 0
        let isReferenced =
          item.reference.hasPrefix("https://") || item.reference.hasPrefix("Quarry") || item.reference.hasPrefix("RFC")
        test.expect(
          isNamed && isReferenced && !item.title.isEmpty && item.description.contains("MUST"),
          "\(item.id) has an identifier, a title, a reference and a rule")
      }
    },
    ConformanceCase(
      "META-11", "identifiers are never lost and never used again", .core, "Quarry: conformance, cases",
      "Every identifier MUST be in exactly one of the lists of cases, retired and upcoming ones."
    ) { test in
      let catalog = ConformanceCatalog.current
      let ids = catalog.cases.map(\.id) + catalog.retired.map(\.id) + catalog.upcoming.map(\.id)
      let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
      for (area, count) in numbers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        for number in 1...count {
          let id = "\(area.rawValue)-\(number < 10 ? "0" : "")\(number)"
          test.expectEqual(counts[id] ?? 0, 1, "\(id) is in one list")
        }
      }
      for (id, count) in counts where count > 1 { test.fail("\(id) stands \(count) times in the lists") }
      test.expect(catalog.retired.allSatisfy { !$0.reason.isEmpty }, "every retired case has a reason")
    },
  ]
}

extension CaseContext {
  /// The report of a run of cases that are made for the occasion.
  func report(
    of cases: [ConformanceCase],
    makeWorker: @escaping @Sendable () async throws -> any CaseWorker = { InProcessWorker() }
  ) async throws -> DriverReport {
    var run = ConformanceRun(driver, seed: seed)
    run.catalog = ConformanceCatalog(cases: cases)
    return try await run.report(makeWorker: makeWorker)
  }

  fileprivate func results(of cases: [ConformanceCase]) async throws -> [CaseResult] {
    try await report(of: cases).cases
  }
}
