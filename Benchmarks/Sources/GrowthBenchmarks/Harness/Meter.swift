import CSQLite

/// Measures CPU time, candidates by turns.
struct Meter {
  /// How long the runs of one measurement take at least, in nanoseconds.
  let least: Double
  let rounds: Int

  func measure(_ growth: Growth, _ progress: (String) -> Void) async throws -> GrowthReport {
    var report = GrowthReport(
      name: growth.name, title: growth.title, axis: growth.axis, unit: growth.unit, sizes: growth.sizes,
      series: growth.candidates.map { GrowthReport.Series(name: $0.name, nanoseconds: [:], ratios: [:]) })
    for size in growth.sizes {
      progress("\(growth.name) \(size)")
      var passes: [(index: Int, pass: Pass, repeats: Int)] = []
      for (index, candidate) in growth.candidates.enumerated() where size <= candidate.most {
        let pass = try await candidate.pass(size)
        // The first run fills caches, the second one tells how many make a measurement.
        _ = try await time(pass, 1)
        let once = try await time(pass, 1)
        passes.append((index, pass, max(1, Int((least / once).rounded(.up)))))
      }
      var times: [[Double]] = Array(repeating: [], count: growth.candidates.count)
      for round in 0..<rounds {
        for turn in passes.indices {
          let (index, pass, repeats) = passes[(turn + round) % passes.count]
          times[index].append(try await time(pass, repeats) / Double(pass.units * repeats))
        }
      }
      let raw = growth.candidates.firstIndex { $0.name == "raw" }
      for (index, _, _) in passes {
        report.series[index].nanoseconds[size] = middle(times[index])
        // Within a round both met the same machine.
        if let raw { report.series[index].ratios[size] = middle(zip(times[index], times[raw]).map { $0 / $1 }) }
      }
    }
    return report
  }

  private func middle(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  private func time(_ pass: Pass, _ repeats: Int) async throws -> Double {
    var sum: UInt64 = 0
    for _ in 0..<repeats {
      try await pass.prepare()
      let start = benchmarks_cpu_nanoseconds()
      try await pass.run()
      sum += benchmarks_cpu_nanoseconds() - start
    }
    return Double(max(1, sum))
  }
}
