import CSQLite
import Foundation

/// Peak memory of W2: a process of its own for each candidate, since a process never forgets its peak.
enum Memory {
  /// Starts this executable again for `kind` and reads what it found.
  static func measure(_ kind: CandidateKind, _ path: String) throws -> MemoryReport {
    let process = Process()
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--memory-child", kind.rawValue, path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BenchmarkError.child("\(kind.title) ended with status \(process.terminationStatus)")
    }
    return try JSONDecoder().decode(MemoryReport.self, from: output)
  }

  /// The child's side: one fetch with the default heap, and the peaks before and after it.
  static func report(_ child: Options.MemoryChild) async throws {
    let candidate = makeCandidate(child.kind)
    try await candidate.open(child.path)
    let before = benchmarks_peak_memory()
    let outcome = try await candidate.fetchAll()
    let peak = benchmarks_peak_memory()
    withExtendedLifetime(outcome) {}
    try await candidate.close()
    FileHandle.standardOutput.write(
      try JSONEncoder().encode(MemoryReport(candidate: child.kind, before: before, peak: peak)))
  }
}
