import Foundation

/// What a run found.
struct Report: Codable, Sendable {
  let date: String
  let cores: Int
  let loadBefore: Double
  var loadAfter = 0.0
  let rounds: Int
  var results: [Result] = []

  /// One client, one workload, one server. Ratios are medians of the ratios to libcurl within a round; above 1 is better.
  struct Result: Codable, Sendable {
    let server: String
    let workload: String
    let client: ClientKind
    let perSecond: Double
    let cpuMicroseconds: Double
    let medianMilliseconds: Double?
    let percentile99Milliseconds: Double?
    let ratio: Double
    /// Requests per CPU time, against libcurl's.
    let cpuRatio: Double
    let rounds: [Measurement]
  }

  init(_ options: Options) {
    date = ISO8601DateFormatter().string(from: Date())
    cores = Machine.cores
    loadBefore = Machine.load
    rounds = options.rounds
  }

  mutating func add(_ rounds: [ClientKind: [Measurement]], to server: ServerKind, _ workload: Workload) {
    let bare = rounds[.libcurl] ?? []
    for client in ClientKind.allCases {
      guard let own = rounds[client] else { continue }
      func latency(_ value: (Measurement) -> Double?) -> Double? {
        let all = own.compactMap(value)
        return all.isEmpty ? nil : all.median() / 1e6
      }
      results.append(
        Result(
          server: server.name, workload: workload.title, client: client, perSecond: own.map(\.perSecond).median(),
          cpuMicroseconds: own.map(\.cpuPerOperation).median() / 1e3, medianMilliseconds: latency(\.median),
          percentile99Milliseconds: latency(\.percentile99),
          ratio: zip(own, bare).map { $0.perSecond / $1.perSecond }.median(),
          cpuRatio: zip(own, bare).map { $1.cpuPerOperation / $0.cpuPerOperation }.median(), rounds: own))
    }
  }

  /// A table for people, in Markdown.
  var text: String {
    var lines = [
      "| server | workload | client | a second | to libcurl | CPU µs each | CPU to libcurl | p50 ms | p99 ms |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    for one in results {
      func digits(_ value: Double?, _ places: Int) -> String {
        value.map { String(format: "%.\(places)f", $0) } ?? "–"
      }
      lines.append(
        "| \(one.server) | \(one.workload) | \(one.client.title) | \(digits(one.perSecond, 0)) | \(digits(one.ratio, 2)) | "
          + "\(digits(one.cpuMicroseconds, 1)) | \(digits(one.cpuRatio, 2)) | \(digits(one.medianMilliseconds, 2)) | "
          + "\(digits(one.percentile99Milliseconds, 2)) |")
    }
    lines.append("")
    lines.append(
      "\(cores) cores, load average \(String(format: "%.1f", loadBefore)) before and "
        + "\(String(format: "%.1f", loadAfter)) after; \(rounds) rounds.")
    return lines.joined(separator: "\n")
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var bytes = try encoder.encode(self)
    bytes.append(UInt8(ascii: "\n"))
    try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
