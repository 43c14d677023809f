import Quarry

extension SuiteCases {
  /// Broken drivers are noticed.
  static let mutants: [ConformanceCase] = [
    ConformanceCase(
      "META-01", "a driver that does nothing passes no core case", .core, "Quarry: conformance, self-test",
      "A driver whose calls all succeed without rows MUST fail every core case; a run looks at 40 of them, the "
        + "self-test at all.",
      timeLimit: .seconds(60)
    ) { test in
      try await test.expectNothingPasses(on: "null", sample(of: 40, for: test))
    },
    ConformanceCase(
      "META-02", "a driver that answers from a recording is noticed", .core, "Quarry: conformance, self-test",
      "A driver that answers a recorded row whatever it is asked MUST fail nearly every core case.",
      timeLimit: .seconds(60)
    ) { test in
      let results = try await test.results(on: "echo", CaseSelection(ids: sample(of: 160, for: test)))
      // An absent half is about what the core refuses, whatever the driver would answer.
      let passed = results.filter { $0.status == .pass && $0.half == CaseHalf.present.name }.map(\.id)
      test.expect(passed.count <= results.count / 10, "at most a tenth of the cases pass: \(passed)")
    },
    ConformanceCase(
      "META-03", "every defect is noticed by the case that is named for it", .core, "Quarry: conformance, self-test",
      "A driver with one defect MUST fail the case that is about it.", timeLimit: .seconds(240)
    ) { test in
      // Those that end the process, or only a time limit, are left to the self-test.
      var others = ["crashes", "hangs", "ignores-interrupts", "null", "echo"]
      // A statement that isn't released blocks nothing if its rows have arrived over a network.
      // How long a lock is waited for is the server's choice.
      if test.isOf(.remote) { others += ["leaks-statements", "impatient"] }
      // Statements tell no effects there, and where parts are sub-selects in a batch, no keys are bound.
      if test.isOf(.remote) { others += ["unseen-writes", "late-commits", "early-news", "loses-last-key"] }
      if !test.profile.capabilities.extendedErrorCodes { others.append("primary-codes") }
      if !test.profile.capabilities.wholeReals { others += ["integral-reals", "unsigned-zero"] }
      if !test.profile.capabilities.declaredTypes { others.append("no-declared-types") }
      // To deny what the driver denies itself is no defect.
      if !test.has(.interactiveTransactions) { others.append("denies-transactions") }
      if !test.has(.blobs) { others.append("denies-blobs") }
      if !test.has(.interactiveTransactions) { others += ["late-commits", "early-news"] }
      // Where nothing is told of effects, every change is seen. One connection sees one state, also of what it will commit.
      if test.profile.capabilities.lacks(.statementEffects) {
        others += ["untold-effects", "unseen-triggers", "unseen-reads"]
      }
      if !test.profile.capabilities.parallelReaders { others += ["torn-snapshots", "late-commits"] }
      // A driver that doesn't tell of others has nothing to leave out: observations fetch and compare.
      if test.profile.capabilities.changeDetection == .none { others.append("deaf") }
      for mutation in Mutation.all where !others.contains(mutation.id) {
        let results: [CaseResult]
        do {
          results = try await test.results(on: mutation.id, CaseSelection(ids: [mutation.killer]))
        } catch let error as DatabaseError where test.setAside(error) {
          continue
        }
        // Where the driver is not of the kind that the case is about, the defect cannot show.
        for result in results where result.status != .notApplicable && result.half == CaseHalf.present.name {
          test.expect(result.status.isFailure, "\(mutation.killer) notices that \(mutation.title)")
        }
      }
      test.expect(Mutation.all.count >= 60, "there are at least 60 broken drivers")
    },
    ConformanceCase(
      "META-04", "a driver that claims too much is reported with the feature's name", .core,
      "Quarry: conformance, self-test",
      "A feature that is declared and does not work MUST be reported as over-claimed, by name.",
      timeLimit: .seconds(60)
    ) { test in
      try await test.expectClaim("overclaims", .overclaimed)
    },
    ConformanceCase(
      "META-05", "a driver that claims too little is reported with the feature's name", .core,
      "Quarry: conformance, self-test",
      "A feature that works and is not declared MUST be reported as under-claimed, by name.", timeLimit: .seconds(60)
    ) { test in
      try await test.expectClaim("underclaims", .underclaimed)
    },
  ]
}

extension CaseContext {
  /// Runs cases on the driver under test with a built-in defect.
  func results(
    on mutant: String, _ selection: CaseSelection, timeLimit: Duration = .seconds(5)
  ) async throws -> [CaseResult] {
    let mutation = try require(Mutation.named(mutant), "there is a mutant \(mutant)")
    let broken = MutantUnderTest(mutation, in: driver)
    var run = ConformanceRun(broken, selection, seed: seed)
    run.timeLimit = timeLimit
    return try await run.report().cases
  }

  fileprivate func expectNothingPasses(on mutant: String, _ ids: Set<String>) async throws {
    // A case of which nothing applies to the driver passes nothing either.
    let applicable = try await results(on: mutant, CaseSelection(ids: ids)).filter { $0.status != .notApplicable }
    for result in applicable { expect(result.status.isFailure, "\(result.id) fails on the driver \(mutant)") }
    expect(applicable.count * 4 > ids.count * 3, "\(applicable.count) of \(ids.count) cases apply")
  }

  /// Runs the audit of claims on a driver with wrong claims.
  fileprivate func expectClaim(_ mutant: String, _ status: CaseStatus) async throws {
    let results = try await results(on: mutant, CaseSelection(ids: ["DRIFT-19"]), timeLimit: .seconds(30))
    expect(results.contains { $0.status == status }, "DRIFT-19 ends as \(status.rawValue)")
    let messages = results.flatMap(\.failures).map(\.message)
    let named = SQLFeature.all.contains { feature in messages.contains { $0.contains(feature.id) } }
    expect(named, "the report names the feature: \(messages)")
  }
}
