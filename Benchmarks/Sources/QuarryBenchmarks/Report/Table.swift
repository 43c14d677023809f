import Foundation

/// The report as text for a terminal.
enum Table {
  static func text(_ report: Report, _ kinds: [CandidateKind]) -> String {
    let peers = kinds.filter { $0 != .raw }
    var rows = [["", "", "raw CPU", "raw wall", "raw per s"] + peers.map { "\($0.title) x" }]
    for workload in report.workloads { rows += lines(workload, peers) }
    let machine = report.machine
    return """
      \(machine.cores) cores, \(machine.processor); \(machine.swift); SQLite \(machine.sqlite), GRDB \(machine.grdb)
      \(machine.date), load \(decimal(machine.loadBefore, 1)) before and \(decimal(machine.loadAfter, 1)) after; \
      scale \(decimal(report.scale, 2)), medians of \(report.rounds) rounds or more
      Ratios to raw, less is better: CPU time (time on the clock). Rates of W7: more is better.

      \(align(rows))
      """ + memory(report)
  }

  private static func lines(_ workload: WorkloadReport, _ peers: [CandidateKind]) -> [[String]] {
    guard let raw = workload[.raw] else { return [] }
    let name = workload.workload.rawValue
    guard workload.workload == .mixed else {
      return [
        [
          name, workload.title, time(raw.cpuPerOperation), time(raw.wallPerOperation), count(raw.operationsPerSecond),
        ] + peers.map { kind in workload[kind].map { ratio($0.cpuRatio, $0.wallRatio) } ?? "-" }
      ]
    }
    func rates(
      _ title: String, _ rate: KeyPath<CandidateReport, Double?>, _ ratio: KeyPath<CandidateReport, Double?>
    ) -> [String] {
      [name, title, "", "", raw[keyPath: rate].map(count) ?? "-"]
        + peers.map { kind in
          guard let peer = workload[kind], let rate = peer[keyPath: rate], let ratio = peer[keyPath: ratio] else {
            return "-"
          }
          return "\(decimal(ratio, 2)) = \(count(rate))"
        }
    }
    return [
      rates("\(workload.title): reads/s", \.readsPerSecond, \.readsRatio),
      rates("\(workload.title): writes/s", \.writesPerSecond, \.writesRatio),
      [name, "\(workload.title): CPU per operation", time(raw.cpuPerOperation), "", ""]
        + peers.map { kind in
          workload[kind].map { "\(decimal($0.cpuRatio, 2)) = \(time($0.cpuPerOperation))" } ?? "-"
        },
    ]
  }

  private static func memory(_ report: Report) -> String {
    guard let memory = report.memory, !memory.isEmpty else { return "" }
    let raw = memory.first { $0.candidate == .raw }
    let rows = memory.map { line in
      [
        line.candidate.title, megabytes(line.peak), megabytes(line.peak - line.before),
        raw.map { decimal(Double(line.peak) / Double($0.peak), 2) } ?? "-",
      ]
    }
    return "\n\nPeak memory of W2\n" + align([["", "peak", "by the fetch", "to raw"]] + rows)
  }

  /// Pads all columns, the first two to the left and the others to the right.
  private static func align(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column < 2 && rows[0][column].isEmpty ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func decimal(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  private static func ratio(_ cpu: Double, _ wall: Double) -> String {
    "\(decimal(cpu, 2)) (\(decimal(wall, 2)))"
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 10_000 ? "\(decimal(nanoseconds, 0)) ns" : "\(decimal(nanoseconds / 1_000, 1)) us"
  }

  private static func count(_ value: Double) -> String {
    decimal(value, 0)
  }

  private static func megabytes(_ bytes: Int64) -> String {
    "\(decimal(Double(bytes) / 1_048_576, 1)) MiB"
  }
}
