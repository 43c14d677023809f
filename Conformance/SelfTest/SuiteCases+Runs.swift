import Quarry

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SuiteCases {
  /// Runs and reports can be relied on.
  static let runs: [ConformanceCase] = [
    ConformanceCase(
      "META-08", "results do not depend on the order of cases", .core, "Quarry: conformance, runs",
      "A run in another order MUST give the same results.", timeLimit: .seconds(120)
    ) { test in
      let selection = CaseSelection(ids: sample(of: 25, for: test))
      let plain = try await ConformanceRun(test.driver, selection, seed: test.seed).report()
      let shuffled = try await ConformanceRun(test.driver, selection, seed: test.seed, isShuffled: true).report()
      test.expectEqual(shuffled.withoutTimes, plain.withoutTimes, "the report of a shuffled run")
    },
    ConformanceCase(
      "META-09", "two runs give equal reports", .core, "Quarry: conformance, runs",
      "Two runs with one seed MUST give reports that are equal apart from times.", timeLimit: .seconds(120)
    ) { test in
      let selection = CaseSelection(ids: sample(of: 25, for: test))
      var run = ConformanceRun(test.driver, selection, seed: test.seed)
      // Whether a case is in time on a busy machine is about times too.
      run.timeLimitFactor = 12
      let first = try await run.report()
      run.jobs = 4
      let second = try await run.report()
      test.expectEqual(
        try ConformanceReport(drivers: [second.withoutTimes]).text(.json),
        try ConformanceReport(drivers: [first.withoutTimes]).text(.json), "the bytes of the second report")
    },
    ConformanceCase(
      "META-12", "all formats hold the same totals", .core, "Quarry: conformance, reports",
      "Every format of one report MUST hold the same numbers of passed, failed and skipped cases."
    ) { test in
      let kind = DriverKind.allCases.first { !test.driver.kinds.contains($0) } ?? .dist
      let report = ConformanceReport(drivers: [
        try await test.report(of: [
          ConformanceCase("META-901", "passes <&\"> \u{1}", .core, "none", "none") { $0.expect(true, "true") },
          ConformanceCase("META-902", "passes too # \\", .core, "none", "none") { $0.expect(true, "true") },
          ConformanceCase("META-903", "fails", .core, "none", "none") { $0.expect(false, "<false> & # \\") },
          ConformanceCase("META-904", "asserts nothing", .core, "none", "none") { _ in },
          ConformanceCase("META-905", "is for others", .driver(kind), "none", "none") { $0.expect(true, "true") },
        ])
      ])
      test.expectEqual(report.summaryLine, "2 passed, 2 failed, 1 skipped", "the last line")
      let junit = try report.text(.junit)
      test.expect(junit.contains(" tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\""), "the totals of JUnit")
      test.expectEqual(junit.split(separator: "<testcase ").count - 1, 5, "the cases of JUnit")
      test.expect(!junit.unicodeScalars.contains("\u{1}"), "XML holds no control characters")
      let tap = try report.text(.tap).split(separator: "\n")
      test.expectEqual(tap.count { $0.hasPrefix("ok ") && !$0.contains("# SKIP") }, 2, "what is ok in TAP")
      test.expectEqual(tap.count { $0.hasPrefix("not ok ") }, 2, "what is not ok in TAP")
      test.expectEqual(tap.count { $0.contains("# SKIP") }, 1, "what is skipped in TAP")
      test.expect(tap.contains("1..5"), "the plan of TAP")
      let lines = try report.text(.jsonl).split(separator: "\n")
      test.expectEqual(lines.count, 5, "the lines of JSON Lines")
      let decoded = try JSONDecoder().decode(ConformanceReport.self, from: Data(try report.text(.json).utf8))
      test.expectEqual(decoded, report, "the report that JSON holds")
      test.expectEqual(DriverReport.Totals(of: decoded.drivers.flatMap(\.cases)), report.totals, "the totals of JSON")
      for format in [ConformanceReport.Format.text, .markdown, .tap] {
        test.expect(try report.text(format).contains(report.summaryLine), "the totals of \(format)")
      }
    },
    ConformanceCase(
      "META-13", "a crash costs one case", .core, "Quarry: conformance, isolation",
      "A case whose process dies MUST be reported as crash, and the run MUST go on and end with exit code 4."
    ) { test in
      let report = try await test.report(
        of: (901...905).map { number in
          ConformanceCase("META-\(number)", "number \(number)", .core, "none", "none") { $0.expect(true, "true") }
        }, makeWorker: { MortalWorker() })
      test.expectEqual(
        report.cases.map(\.status), [.pass, .pass, .crash, .pass, .pass], "one case crashed, the others ran")
      test.expect(report.cases[2].reproduce != nil, "the report says how to repeat the crash")
      test.expectEqual(ConformanceReport(drivers: [report]).verdict(isWhole: false), .incomplete, "the exit code")
    },
  ]
}

/// A worker that dies in the case META-903.
private final class MortalWorker: CaseWorker {
  private let hasDied = Protected(false)

  var isAlive: Bool { !hasDied.withLock { $0 } }

  func run(_ planned: PlannedCase) async -> CaseResult {
    guard isAlive else { return planned.result(.notRun, note: "asked after its death") }
    guard planned.id == "META-903" else { return await planned.result() }
    hasDied.withLock { $0 = true }
    return planned.result(.crash, note: "the process ended by signal 6")
  }

  func stop() async {}
}
