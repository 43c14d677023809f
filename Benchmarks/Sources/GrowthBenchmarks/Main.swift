import CSQLite
import Foundation

/// Measures how cost grows, and writes what `draw-growth` makes pictures of.
@main
struct Main {
  private struct Options {
    var only: [String] = []
    var json: String?
    var rounds = 3
    var milliseconds = 60.0
    var directory = FileManager.default.temporaryDirectory.path
  }

  private struct Report: Encodable {
    let sqlite: String
    let cores: Int
    let growths: [GrowthReport]
  }

  private static let growths: [(name: String, make: @Sendable (Files) throws -> Growth)] = [
    ("rows-fetched", Growth.fetched), ("rows-streamed", Growth.streamed), ("rows-inserted", Growth.inserted),
    ("readers", Growth.readers), ("columns", Growth.columns), ("texts", Growth.texts), ("terms", Growth.terms),
    ("joins", Growth.joins), ("lists", Growth.lists),
  ]

  static func main() {
    let done = DispatchSemaphore(value: 0)
    // Not an asynchronous `main`, where each `await` would leave the main actor and come back to it.
    Task.detached {
      do {
        try await run(try options(Array(CommandLine.arguments.dropFirst())))
      } catch {
        say("quarry-growth-benchmarks: \(error)")
        exit(1)
      }
      done.signal()
    }
    done.wait()
  }

  private static func options(_ arguments: [String]) throws -> Options {
    var options = Options()
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw GrowthError(description: usage) }
      switch option {
      case "--only": options.only = value.split(separator: ",").map(String.init)
      case "--json": options.json = value
      case "--directory": options.directory = value
      case "--rounds": options.rounds = max(1, Int(value) ?? 3)
      case "--milliseconds": options.milliseconds = max(1, Double(value) ?? 60)
      default: throw GrowthError(description: usage)
      }
    }
    return options
  }

  private static let usage = """
    Usage: quarry-growth-benchmarks [--only NAMES] [--json PATH] [--rounds N] [--milliseconds N] [--directory PATH]
    Names: \(growths.map(\.name).joined(separator: ", "))
    """

  private static func run(_ options: Options) async throws {
    benchmarks_keep_heap()
    let meter = Meter(least: options.milliseconds * 1e6, rounds: options.rounds)
    var reports: [GrowthReport] = []
    for (name, make) in growths where options.only.isEmpty || options.only.contains(name) {
      // Each has a file of its own, so that none pays for another one's rows.
      let files = try Files(in: options.directory)
      defer { files.remove() }
      reports.append(try await meter.measure(try make(files), say))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let report = Report(
      sqlite: String(cString: sqlite3_libversion()), cores: ProcessInfo.processInfo.activeProcessorCount,
      growths: reports)
    let data = try encoder.encode(report) + Data("\n".utf8)
    if let json = options.json {
      try data.write(to: URL(fileURLWithPath: json), options: .atomic)
    } else {
      FileHandle.standardOutput.write(data)
    }
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
