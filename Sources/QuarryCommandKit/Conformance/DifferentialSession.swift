#if Command
internal import Quarry
internal import QuarryConformance

/// `quarry conformance --differential`: random queries on all drivers at once.
struct DifferentialSession: Sendable {
  private let options: ConformanceOptions
  private let count: Int
  private let console: Console

  init(_ options: ConformanceOptions, count: Int, console: Console) throws {
    guard count > 0 else { throw ConformanceUsageError(.usage, "--differential is the number of queries, from 1") }
    self.options = options
    self.count = count
    self.console = console
  }

  /// Runs the queries and writes the results.
  ///
  /// - Returns: Whether all results agree.
  func run() async throws -> Bool {
    let test = DifferentialTest(options.drivers, seed: options.seed, count: count)
    let progress = ProgressBar("differential", total: count, unit: "queries", console: console)
    let done = Protected(0)
    let report: DifferentialReport
    do {
      report = try await test.run { queries in
        progress.advance(
          by: done.withLock { before in
            defer { before = queries }
            return queries - before
          })
      }
    } catch {
      progress.finish()
      throw ConformanceUsageError(.unavailable, ErrorReport.line(error))
    }
    progress.finish()
    write(report)
    if report.isVacuous {
      throw ConformanceUsageError(.vacuous, "too many queries failed for the answers to mean much")
    }
    return report.difference == nil
  }

  private func write(_ report: DifferentialReport) {
    let counts = report.counts
    console.print("\(report.drivers.joined(separator: ", ")) · seed \(report.seed)")
    console.print(
      "\(counts.queries) queries, \(counts.comparisons) comparisons; \(counts.lowered) queries in a lowered form, "
        + "\(counts.partitions) predicates split three ways, \(counts.refusals) refusals for missing features, "
        + "\(counts.errors) errors")
    if let difference = report.difference {
      console.print("✗ \(difference.kind)")
      for line in difference.script { console.print("  \(line)") }
      for answer in difference.answers { console.print("  \(answer.name): \(answer.rows)") }
      let urls = report.drivers.map { "'\($0)'" }.joined(separator: " ")
      console.print("  repeat: quarry conformance \(urls) --differential \(count) --seed \(report.seed)")
    }
    let failed = report.difference == nil ? 0 : 1
    console.print("\(counts.queries - failed) passed, \(failed) failed, 0 skipped")
  }
}
#endif
