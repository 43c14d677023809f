import CBareCurl
import Foundation

/// Measures a workload with every client by turns.
struct Runner: Sendable {
  let server: ServerProcess
  let workload: Workload
  let options: Options

  /// The rounds of each client. Each round begins with another client.
  func measure() async throws -> [ClientKind: [Measurement]] {
    var clients: [(ClientKind, (any Client)?)] = []
    for kind in options.clients where workload.includes(kind) {
      clients.append((kind, try await kind.make(server.url, atOnce: options.atOnce)))
    }
    var rounds: [ClientKind: [Measurement]] = [:]
    for round in 0...options.rounds {
      for index in clients.indices {
        let (kind, client) = clients[(index + round) % clients.count]
        let measurement = try await measure(client)
        // The first round warms up.
        if round > 0 { rounds[kind, default: []].append(measurement) }
      }
    }
    for (_, client) in clients { await client?.close() }
    return rounds
  }

  private func measure(_ client: (any Client)?) async throws -> Measurement {
    switch workload {
    case .oneAtATime(let count):
      guard let client else { return try await bare(count, atOnce: 1) }
      return try await requests(client, count, atOnce: 1)
    case .atOnce(let atOnce, let count):
      guard let client else { return try await bare(count, atOnce: atOnce) }
      return try await requests(client, count, atOnce: atOnce)
    case .rows(let count):
      guard let client else { return try await bareDownload(count) }
      let stopwatch = Stopwatch()
      let items = try await client.table()
      let measurement = Measurement(operations: count, stopwatch: stopwatch)
      try Item.check(items, rows: max(count, 5_000))
      return measurement
    }
  }

  private func requests(_ client: any Client, _ count: Int, atOnce: Int) async throws -> Measurement {
    let stopwatch = Stopwatch()
    let latencies = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for number in 0..<atOnce {
        group.addTask {
          var latencies: [Int64] = []
          latencies.reserveCapacity(count / atOnce + 1)
          for _ in stride(from: number, to: count, by: atOnce) {
            let started = ContinuousClock.now
            guard try await client.isLookupRight() else { throw BenchmarkError(what: "an answer is wrong") }
            latencies.append((ContinuousClock.now - started).nanoseconds)
          }
          return latencies
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return Measurement(operations: count, stopwatch: stopwatch, latencies: latencies)
  }

  /// libcurl from C, on a thread of its own.
  private func bare(_ count: Int, atOnce: Int) async throws -> Measurement {
    let url = server.url + "/v3/pipeline"
    return try await onThread {
      var latencies = [Int64](repeating: 0, count: count)
      let expected = Question.nameBytes
      let stopwatch = Stopwatch()
      let failed = bare_curl_run(
        url, Question.lookupBody, Question.lookupBody.count, expected, expected.count, Int32(count), Int32(atOnce),
        &latencies)
      let measurement = Measurement(operations: count, stopwatch: stopwatch, latencies: latencies)
      guard failed == 0 else { throw BenchmarkError(what: "an answer of bare libcurl is wrong") }
      return measurement
    }
  }

  private func bareDownload(_ count: Int) async throws -> Measurement {
    let url = server.url + "/v3/cursor"
    return try await onThread {
      let stopwatch = Stopwatch()
      let bytes = bare_curl_download(url, Question.tableBody, Question.tableBody.count)
      let measurement = Measurement(operations: count, stopwatch: stopwatch)
      guard bytes > count * 20 else { throw BenchmarkError(what: "the answer to bare libcurl is too short") }
      return measurement
    }
  }

  private func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}

extension Workload {
  fileprivate func includes(_ kind: ClientKind) -> Bool {
    if case .rows = self { return kind != .transport }
    return true
  }
}
