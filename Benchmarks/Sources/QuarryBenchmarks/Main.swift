import CSQLite
import Foundation

/// Runs the benchmarks.
///
/// The work is done in a detached task, not in an asynchronous `main`: there each `await` would leave the main actor
/// and come back to it, which costs more than most of what is measured.
@main
struct Main {
  static func main() {
    let options: Options
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "count" {
        let count = try Count(Array(arguments.dropFirst()))
        inDetachedTask { try await count.run() }
        return
      }
      options = try Options(arguments)
    } catch {
      fail(error, status: 2)
    }
    if options.help {
      print(Options.usage)
      return
    }
    inDetachedTask { try await run(options) }
  }

  private static func inDetachedTask(_ work: @escaping @Sendable () async throws -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await work()
      } catch {
        fail(error, status: 1)
      }
      done.signal()
    }
    done.wait()
  }

  private static func run(_ options: Options) async throws {
    if let child = options.memoryChild {
      try await Memory.report(child)
      return
    }
    benchmarks_keep_heap()
    let progress = progressLine()
    progress("making the data")
    let data = Dataset(scale: options.scale)
    let workspace = try Workspace(in: options.directory, data)
    defer { workspace.remove() }
    let runner = Runner(
      options: options, data: data, expected: Expected(data), workspace: workspace, progress: progress)
    let candidates = options.candidates.map(makeCandidate)

    var report = Report(machine: Machine(), scale: options.scale, rounds: options.rounds, workloads: [])
    for workload in options.only {
      report.workloads.append(try await runner.measure(workload, candidates))
    }
    if options.memory {
      report.memory = try options.candidates.map { try Memory.measure($0, workspace.filled) }
    }
    report.machine.loadAfter = benchmarks_load_average()
    progress("")
    print(Table.text(report, options.candidates))
    if let json = options.json { try report.write(to: json) }
  }

  /// One line on a terminal that is written over; nothing in a pipe.
  private static func progressLine() -> (String) -> Void {
    guard isatty(STDERR_FILENO) == 1 else { return { _ in } }
    return { FileHandle.standardError.write(Data("\r\u{1B}[K\($0)".utf8)) }
  }

  private static func fail(_ error: any Error, status: Int32) -> Never {
    FileHandle.standardError.write(Data("quarry-benchmarks: \(error)\n".utf8))
    exit(status)
  }
}

/// Makes the candidate of a kind.
func makeCandidate(_ kind: CandidateKind) -> any Candidate {
  switch kind {
  case .raw: RawCandidate()
  case .grdb: GRDBCandidate()
  case .context: QuarryContextCandidate()
  case .database: QuarryDatabaseCandidate()
  }
}
