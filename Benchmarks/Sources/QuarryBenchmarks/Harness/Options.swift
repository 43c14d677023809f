import Foundation

/// What the command line asks for.
struct Options: Sendable {
  var scale = 1.0
  var rounds = 5
  var seconds = 10.0
  var only: [Workload] = Workload.allCases
  var candidates: [CandidateKind] = CandidateKind.allCases
  var json: String?
  var directory = FileManager.default.temporaryDirectory.path
  var memory = false
  var help = false
  /// Set in the child process that `--memory` starts.
  var memoryChild: MemoryChild?

  struct MemoryChild: Sendable {
    let kind: CandidateKind
    let path: String
  }

  static let usage = """
    Usage: quarry-benchmarks [options]

      --scale FACTOR      size of the data and number of operations, 1 as in the study (default 1)
      --rounds N          rounds that count, after one to warm up (default 5)
      --seconds S         time for more rounds of each workload by those who take at most twice raw's time (default 10)
      --only W1,W3        workloads to run; W3 stands for W3a, W3b and W3c (default all)
      --candidates A,B    who takes part: \(CandidateKind.allCases.map(\.rawValue).joined(separator: ", "))
                          (default all; raw always does)
      --json PATH         also write all rounds, medians and ratios to this file
      --directory PATH    where the databases are made (default the temporary directory)
      --memory            also measure the peak memory of W2, a process for each candidate
      --help              this text

    Usage: quarry-benchmarks count make DIRECTORY
           quarry-benchmarks count WORKLOAD CANDIDATE FILE [1|2]

      What Benchmarks/count-budgets runs under callgrind: the first one makes the files, the second one runs a
      workload with marks before and after what is counted, which is two passes unless one is asked for.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkError.usage("\(option) needs a value") }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--scale":
        let text = try value(of: option)
        guard let scale = Double(text), scale > 0, scale <= 100 else {
          throw BenchmarkError.usage("--scale needs a number above 0 and up to 100, not \(text)")
        }
        self.scale = scale
      case "--rounds":
        let text = try value(of: option)
        guard let rounds = Int(text), rounds > 0 else {
          throw BenchmarkError.usage("--rounds needs a whole number above 0, not \(text)")
        }
        self.rounds = rounds
      case "--seconds":
        let text = try value(of: option)
        guard let seconds = Double(text), (0...3600).contains(seconds) else {
          throw BenchmarkError.usage("--seconds needs a number from 0 to 3600, not \(text)")
        }
        self.seconds = seconds
      case "--only":
        only = try Self.workloads(try value(of: option))
      case "--candidates":
        candidates = try Self.candidates(try value(of: option))
      case "--json": json = try value(of: option)
      case "--directory": directory = try value(of: option)
      case "--memory": memory = true
      case "--help", "-h": help = true
      case "--memory-child":
        guard let kind = CandidateKind(rawValue: try value(of: option)) else {
          throw BenchmarkError.usage("--memory-child needs a candidate and a file")
        }
        memoryChild = MemoryChild(kind: kind, path: try value(of: option))
      default:
        throw BenchmarkError.usage("unknown option \(option)\n\n\(Self.usage)")
      }
    }
  }

  private static func workloads(_ list: String) throws -> [Workload] {
    let names = list.split(separator: ",").map { $0.lowercased() }
    for name in names where !Workload.allCases.contains(where: { $0.rawValue.lowercased().hasPrefix(name) }) {
      let known = Workload.allCases.map(\.rawValue).joined(separator: ", ")
      throw BenchmarkError.usage("unknown workload \(name); there are \(known)")
    }
    return Workload.allCases.filter { workload in names.contains { workload.rawValue.lowercased().hasPrefix($0) } }
  }

  private static func candidates(_ list: String) throws -> [CandidateKind] {
    let names = list.split(separator: ",").map(String.init)
    for name in names where CandidateKind(rawValue: name) == nil {
      let known = CandidateKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw BenchmarkError.usage("unknown candidate \(name); there are \(known)")
    }
    return CandidateKind.allCases.filter { $0 == .raw || names.contains($0.rawValue) }
  }
}
