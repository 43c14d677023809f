import CBudgets
import Foundation

/// One workload of one candidate without a clock, to be counted under callgrind.
///
/// Everything that runs is the same each time: the data, the number of operations and their order. Only what lies
/// between the two marks is counted, so that starting the process, opening and first uses cancel out.
struct Count: Sendable {
  private enum Work: Sendable {
    case make(directory: String)
    case run(Workload, CandidateKind, file: String, passes: Int)
  }

  /// The share of the study's sizes: instructions need no long run to be steady.
  private static let scale = 0.02
  /// Passes before the first mark: caches fill, and what is new to a statement is over.
  private static let warmUps = 2
  /// Passes between the marks, if no other number is asked for.
  private static let passes = 2

  private let work: Work

  init(_ arguments: [String]) throws {
    if arguments.count == 2, arguments[0] == "make" {
      work = .make(directory: arguments[1])
      return
    }
    guard (3...4).contains(arguments.count), let workload = Workload(rawValue: arguments[0]),
      let kind = CandidateKind(rawValue: arguments[1]),
      let passes = arguments.count == 4 ? Int(arguments[3]) : Self.passes, (1...2).contains(passes)
    else { throw BenchmarkError.usage("count needs `make DIRECTORY`, or a workload, a candidate and a file") }
    work = .run(workload, kind, file: arguments[2], passes: passes)
  }

  func run() async throws {
    let data = Dataset(scale: Self.scale)
    switch work {
    case .make(let directory):
      try Self.describe(Workspace(in: directory, name: "templates", data))
    case .run(let workload, let kind, let file, let number):
      let candidate = makeCandidate(kind)
      guard candidate.workloads.contains(workload) else { throw BenchmarkError.unsupported(workload) }
      try await candidate.open(file)
      var passes = Passes(workload: workload, data: data)
      for _ in 0..<Self.warmUps { try await passes.next(candidate) }
      quarry_budgets_mark()
      for _ in 0..<number { try await passes.next(candidate) }
      quarry_budgets_mark()
      try await candidate.close()
      try passes.check(kind, file)
      print(passes.operations * number)
    }
  }

  /// Tells the driver of the counts what runs here, which workloads each candidate has, and where they start from.
  private static func describe(_ workspace: Workspace) throws {
    let machine = Machine()
    var workloads: [String: [String]] = [:]
    var templates: [String: String] = [:]
    for workload in Workload.allCases {
      templates[workload.rawValue] = workspace.template(for: workload)
      workloads[workload.rawValue] = CandidateKind.allCases
        .filter { makeCandidate($0).workloads.contains(workload) }
        .map(\.rawValue)
    }
    let titles = Dictionary(uniqueKeysWithValues: Workload.allCases.map { ($0.rawValue, $0.title) })
    let description = Description(
      sqlite: machine.sqlite, swift: machine.swift, workloads: workloads, templates: templates, titles: titles)
    FileHandle.standardOutput.write(try JSONEncoder().encode(description))
  }

  private struct Description: Encodable {
    let sqlite: String
    let swift: String
    let workloads: [String: [String]]
    let templates: [String: String]
    let titles: [String: String]
  }
}
