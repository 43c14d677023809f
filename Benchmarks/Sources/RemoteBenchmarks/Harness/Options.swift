import Foundation

/// What the command line asks for.
struct Options: Sendable {
  /// Requests of a round, one at a time; eight times as many are made many at once.
  var requests = 2_000
  var atOnce = 64
  var rows = 100_000
  var rounds = 5
  var sqld = ProcessInfo.processInfo.environment["QUARRY_TEST_SQLD"].flatMap { $0.isEmpty ? nil : $0 }
  var url: String?
  var json: String?
  var clients = ClientKind.allCases
  var help = false
  /// Set in the child process that serves.
  var serves: String?

  static let usage = """
    Usage: quarry-remote-benchmarks [options]

      --requests N   requests of a round, one at a time; eight times as many at once (default 2000)
      --at-once N    how many requests are under way in the second workload (default 64)
      --rows N       rows of the large answer (default 100000)
      --rounds N     rounds that count, after one to warm up (default 5)
      --sqld PATH    libSQL's server, to measure against it as well (default $QUARRY_TEST_SQLD)
      --url URL      measure the Hrana server that runs there instead; its table `item` is made anew
      --clients A,B  who takes part: \(ClientKind.allCases.map(\.rawValue).joined(separator: ", ")) (default all)
      --json PATH    also write everything to this file
      --help         this text
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkError(what: "\(option) needs a value") }
      return value
    }
    func number(of option: String) throws -> Int {
      let text = try value(of: option)
      guard let number = Int(text), number > 0 else {
        throw BenchmarkError(what: "\(option) needs a whole number above 0, not \(text)")
      }
      return number
    }
    while let option = rest.popFirst() {
      switch option {
      case "--requests": requests = try number(of: option)
      case "--at-once": atOnce = try number(of: option)
      case "--rows": rows = try number(of: option)
      case "--rounds": rounds = try number(of: option)
      case "--sqld": sqld = try value(of: option)
      case "--url": url = try value(of: option)
      case "--clients":
        let names = try value(of: option).split(separator: ",").map(String.init)
        if let name = names.first(where: { ClientKind(rawValue: $0) == nil }) {
          throw BenchmarkError(what: "there is no client \(name)")
        }
        clients = ClientKind.allCases.filter { names.contains($0.rawValue) }
      case "--json": json = try value(of: option)
      case "--serve": serves = try value(of: option)
      case "--help", "-h": help = true
      default: throw BenchmarkError(what: "unknown option \(option)\n\n\(Self.usage)")
      }
    }
  }
}

/// Why a run cannot go on.
struct BenchmarkError: Error, CustomStringConvertible {
  var what: String
  var description: String { what }
}
