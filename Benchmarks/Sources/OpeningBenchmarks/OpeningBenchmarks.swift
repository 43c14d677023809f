import Dispatch
import Foundation

/// What the first use of a database costs: in a new process, in one that has opened another one before, and the first
/// lookup.
///
/// A process has only one first time, so the program starts itself again and again, and shows medians. Where other
/// programs run, the time of the processor says more than the clock.
///
/// - `--repeat 30`: the number of processes.
/// - `--kept off`: nothing is kept from one process to the next.
/// - `--raw FOLDER`, `--contexts FOLDER`, `--databases FOLDER`: opens with the C interface, contexts or databases only, as
///   often as `--repeat` says, in this process, with the folder's file `../model.db`; for profilers.
@main struct OpeningBenchmarks {
  static func main() throws {
    let count = value(of: "--repeat").flatMap { Int($0) }
    if let folder = value(of: "--raw") {
      try OpeningMeasurement(folder: folder).raw(count ?? 3).forEach { print($0) }
    } else if let folder = value(of: "--contexts") {
      try OpeningMeasurement(folder: folder).contexts(count ?? 3).forEach { print($0) }
    } else if let folder = value(of: "--databases") {
      for sample in try waitFor({ try await OpeningMeasurement(folder: folder).databases(count ?? 3) }) {
        print(sample)
      }
    } else {
      try compare(count ?? 30)
    }
  }

  private static func compare(_ count: Int) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "quarry-opening-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/cache", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    setenv("XDG_CACHE_HOME", value(of: "--kept") == "off" ? "/dev/null" : folder + "/cache", 1)
    try Model.write(in: folder)
    print("| | µs | µs of the processor |")
    print("|---|---|---|")
    for kind in ["--raw", "--contexts", "--databases"] {
      var samples: [String: [Sample]] = [:]
      var names: [String] = []
      for number in 0..<count {
        let place = folder + "/\(number)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        for sample in try start([kind, place]) {
          if samples[sample.name] == nil { names.append(sample.name) }
          samples[sample.name, default: []].append(sample)
        }
        try FileManager.default.removeItem(atPath: place)
      }
      for name in names {
        let values = samples[name] ?? []
        print("| \(name) | \(median(values.map(\.wall))) | \(median(values.map(\.processor))) |")
      }
    }
  }

  /// Runs this program and returns what it measured.
  private static func start(_ arguments: [String]) throws -> [Sample] {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { Sample($0) }
  }

  /// Waits on the thread of the program, which valgrind can't follow into Dispatch.
  private static func waitFor<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) throws -> R {
    let done = DispatchSemaphore(value: 0)
    let result = Result()
    Task {
      do { result.value = .success(try await body()) } catch { result.value = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let value = try result.value?.get() as? R else { throw CancellationError() }
    return value
  }

  private static func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
  }

  private static func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }
}

// Sound because it is read after the semaphore that follows writing it.
private final class Result: @unchecked Sendable {
  var value: Swift.Result<any Sendable, any Error>?
}
