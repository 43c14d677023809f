import CProcessors
import Foundation

/// Runs the workloads, all candidates by turns, and checks what they gave.
struct Runner {
  let options: Options
  let data: Dataset
  let expected: Expected
  let workspace: Workspace
  /// Says what is going on; not part of the report.
  let progress: (String) -> Void

  /// Measures one workload. The rounds of the candidates are interleaved, each round starting from another one.
  func measure(_ workload: Workload, _ candidates: [any Candidate]) async throws -> WorkloadReport {
    let participants = candidates.filter { $0.workloads.contains(workload) }
    var rounds: [CandidateKind: [Measurement]] = [:]

    if !workload.writes {
      for candidate in participants { try await candidate.open(workspace.filled) }
    }
    // Round 0 warms up: page caches, statement caches, metadata, heap.
    for round in 0...options.rounds {
      for (kind, measurement) in try await takeTurns(workload, participants, round) where round > 0 {
        rounds[kind, default: []].append(measurement)
      }
    }
    // The speed of a machine changes by more, from one moment to the next, than those who are about as fast differ.
    let quick = participants.filter { rounds.isQuick($0.kind) }
    let watch = Stopwatch()
    var round = options.rounds
    while workload != .mixed, quick.count > 1, watch.elapsed().wall < options.seconds * 1_000_000_000 {
      round += 1
      for (kind, measurement) in try await takeTurns(workload, quick, round) {
        rounds[kind, default: []].append(measurement)
      }
    }
    if !workload.writes {
      for candidate in participants { try await candidate.close() }
    }
    return WorkloadReport(workload, rounds)
  }

  /// Measures each candidate once.
  private func takeTurns(
    _ workload: Workload, _ candidates: [any Candidate], _ round: Int
  ) async throws -> [(CandidateKind, Measurement)] {
    var measurements: [(CandidateKind, Measurement)] = []
    // Where one thread at a time works, a round has one processor, and the next round the next one: two that aren't equally
    // fast would favor those whose thread happens to run on the faster one.
    if !workload.writes { benchmarks_use_processor(UInt32(truncatingIfNeeded: round)) }
    defer { if !workload.writes { benchmarks_use_all_processors() } }
    for turn in candidates.indices {
      let candidate = candidates[(turn + round) % candidates.count]
      progress("\(workload.rawValue) \(candidate.kind.title), round \(round)")
      let measurement =
        if workload.writes {
          try await measureWriting(workload, candidate)
        } else {
          try await measureReading(workload, candidate)
        }
      measurements.append((candidate.kind, measurement))
    }
    return measurements
  }

  private func measureReading(_ workload: Workload, _ candidate: any Candidate) async throws -> Measurement {
    let watch = Stopwatch()
    let outcome: Outcome
    let wanted: Checksum
    switch workload {
    case .fetchAll: (outcome, wanted) = (try await candidate.fetchAll(), expected.all)
    case .lookUpInOneRead: (outcome, wanted) = (try await candidate.lookUpInOneRead(data.keys), expected.looked)
    case .lookUpEach: (outcome, wanted) = (try candidate.lookUpEach(data.keys), expected.looked)
    case .lookUpEachAsync: (outcome, wanted) = (try await candidate.lookUpEachAsync(data.keys), expected.looked)
    case .query: (outcome, wanted) = (try await candidate.query(data.conditions), expected.queried)
    case .join: (outcome, wanted) = (try await candidate.join(), expected.joined)
    case .fetchTexts: (outcome, wanted) = (try await candidate.fetchTexts(), expected.words)
    default: throw BenchmarkError.unsupported(workload)
    }
    let elapsed = watch.elapsed()

    guard outcome.checksum() == wanted else {
      throw BenchmarkError.wrongResult(workload, candidate.kind, "the result differs from the data")
    }
    return Measurement(
      wallNanoseconds: elapsed.wall, cpuNanoseconds: elapsed.cpu, operations: workload.operations(data) ?? 0,
      reads: nil, writes: nil)
  }

  private func measureWriting(_ workload: Workload, _ candidate: any Candidate) async throws -> Measurement {
    let path = try workspace.copy(for: workload)
    defer { workspace.remove(path) }
    try await candidate.open(path)

    let some = data.items.prefix(data.transactions)
    var counts: MixedCounts?
    let watch = Stopwatch()
    switch workload {
    case .insertAll: try await candidate.insertAll(data.items)
    case .insertEach: try candidate.insertEach(some)
    case .insertEachAsync: try await candidate.insertEachAsync(some)
    case .insertEachConcurrently: try await candidate.insertEachConcurrently(some, tasks: 64)
    case .mixed: counts = try await candidate.mixed(MixedPlan(items: data.items, seconds: data.mixedSeconds))
    default: throw BenchmarkError.unsupported(workload)
    }
    let elapsed = watch.elapsed()
    try await candidate.close()

    let right =
      if let counts {
        try Workspace.count(of: path) == data.items.count + counts.writes
      } else {
        try Workspace.checksum(of: path) == (workload == .insertAll ? expected.all : expected.inserted)
      }
    guard right else {
      throw BenchmarkError.wrongResult(workload, candidate.kind, "the rows in the file differ from the data")
    }
    return Measurement(
      wallNanoseconds: elapsed.wall, cpuNanoseconds: elapsed.cpu,
      operations: workload.operations(data) ?? counts.map { $0.reads + $0.writes } ?? 0,
      reads: counts?.reads, writes: counts?.writes)
  }
}

extension [CandidateKind: [Measurement]] {
  /// Whether a candidate took at most twice the time of the C interface.
  fileprivate func isQuick(_ kind: CandidateKind) -> Bool {
    guard let own = self[kind], let raw = self[.raw] else { return false }
    return own.map(\.wallPerOperation).median() <= 2 * raw.map(\.wallPerOperation).median()
  }
}
