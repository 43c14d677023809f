import Foundation

/// What a run found; what the JSON file holds.
struct Report: Codable, Sendable {
  var machine: Machine
  let scale: Double
  let rounds: Int
  var workloads: [WorkloadReport]
  /// Peak memory of W2 by candidate, in bytes, where `--memory` asked for it.
  var memory: [MemoryReport]?

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = try encoder.encode(self)
    bytes.append(UInt8(ascii: "\n"))
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url, options: .atomic)
  }
}

/// One workload, all candidates.
struct WorkloadReport: Codable, Sendable {
  let workload: Workload
  let title: String
  let candidates: [CandidateReport]

  init(_ workload: Workload, _ rounds: [CandidateKind: [Measurement]]) {
    self.workload = workload
    title = workload.title
    let raw = rounds[.raw] ?? []
    candidates = CandidateKind.allCases.compactMap { kind in
      rounds[kind].map { CandidateReport(kind, $0, raw: raw) }
    }
  }

  subscript(kind: CandidateKind) -> CandidateReport? {
    candidates.first { $0.candidate == kind }
  }
}

/// One workload, one candidate. Ratios are the medians of the ratios within a round, to the raw candidate of the same
/// round; below 1 is better than raw, except for reads and writes per second.
struct CandidateReport: Codable, Sendable {
  let candidate: CandidateKind
  let rounds: [Measurement]
  let wallPerOperation: Double
  let cpuPerOperation: Double
  let operationsPerSecond: Double
  let readsPerSecond: Double?
  let writesPerSecond: Double?
  let wallRatio: Double
  let cpuRatio: Double
  let readsRatio: Double?
  let writesRatio: Double?

  init(_ candidate: CandidateKind, _ rounds: [Measurement], raw: [Measurement]) {
    self.candidate = candidate
    self.rounds = rounds
    wallPerOperation = rounds.map(\.wallPerOperation).median()
    cpuPerOperation = rounds.map(\.cpuPerOperation).median()
    operationsPerSecond = rounds.map(\.operationsPerSecond).median()
    let isMixed = rounds.contains { $0.reads != nil }
    readsPerSecond = isMixed ? rounds.compactMap(\.readsPerSecond).median() : nil
    writesPerSecond = isMixed ? rounds.compactMap(\.writesPerSecond).median() : nil

    func ratio(_ value: (Measurement) -> Double) -> Double {
      zip(rounds, raw).map { value($0) / value($1) }.median()
    }
    wallRatio = ratio(\.wallPerOperation)
    cpuRatio = ratio(\.cpuPerOperation)
    readsRatio = isMixed ? ratio { $0.readsPerSecond ?? .nan } : nil
    writesRatio = isMixed ? ratio { $0.writesPerSecond ?? .nan } : nil
  }
}

/// The peak of one candidate's process while it makes W2.
struct MemoryReport: Codable, Sendable {
  let candidate: CandidateKind
  /// The largest resident size before the fetch, with the database open.
  let before: Int64
  /// The largest resident size after it.
  let peak: Int64
}
