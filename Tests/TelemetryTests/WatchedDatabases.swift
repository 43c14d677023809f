#if Telemetry
import Foundation
import InMemoryLogging
import InMemoryTracing
import LineDriver
import LineServer
import Logging
import MetricsTestKit
import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import QuarryTelemetry
import TestSupport
import Testing
import Tracing

/// The drivers that databases are watched on: three that call, and one that suspends.
enum WatchedDriver: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, sqlcipher, memory, line

  static var installed: [WatchedDriver] { allCases.filter { $0 != .sqlcipher || Installed.hasSQLCipher } }

  var testDescription: String { rawValue }
}

/// A database with a log, a tracer and metrics that keep what they get.
struct Watched {
  let database: Database
  let log: InMemoryLogHandler
  let tracer: InMemoryTracer
  let metrics: TestMetrics
  private let folder: TemporaryFolder
  private let server: LineServer?

  init(
    _ driver: WatchedDriver, level: Logger.Level = .trace, instruments: Bool = true,
    _ change: (inout DatabaseConfiguration) -> Void = { _ in }
  ) async throws {
    folder = try TemporaryFolder()
    let (log, tracer, metrics) = (InMemoryLogHandler(), InMemoryTracer(), TestMetrics())
    (self.log, self.tracer, self.metrics) = (log, tracer, metrics)
    var logger = Logger(label: "quarry") { _ in log }
    logger.logLevel = level
    var configuration = DatabaseConfiguration(maximumReaders: 2, logger: logger)
    if instruments {
      configuration.instruments = [DatabaseTracing(tracer: tracer), DatabaseMetrics(factory: metrics)]
    }
    change(&configuration)
    switch driver {
    case .sqlite:
      server = nil
      database = try await Database(SQLiteDriver(path: folder.file("music.db")), configuration: configuration)
    case .sqlcipher:
      server = nil
      database = try await Database(
        SQLCipherDriver(path: folder.file("music.db"), key: .passphrase(Canary.text)),
        configuration: configuration)
    case .memory:
      server = nil
      database = try await Database(MemoryDriver(), configuration: configuration)
    case .line:
      let server = try LineServer(folder: String(folder.path.dropLast()))
      self.server = server
      database = try await Database(
        LineDriver(database: "music.db", port: server.port), configuration: configuration)
    }
  }

  func end() async {
    await database.close()
    server?.close()
  }

  /// The spans that have ended, without those of the opening.
  func spans(_ body: () async throws -> Void) async rethrows -> [FinishedInMemorySpan] {
    tracer.clearAll()
    try await body()
    return tracer.finishedSpans
  }

  /// What was logged with a message.
  func entries(_ message: Logger.Message) -> [InMemoryLogHandler.Entry] {
    log.entries.filter { $0.message == message }
  }

  /// Everything that was told, as text.
  var everything: String {
    var text = ""
    for entry in log.entries { text += "\(entry.message) \(entry.metadata)\n" }
    for span in tracer.finishedSpans {
      text += "\(span.operationName) \(span.errors) \(span.events) \(String(describing: span.status))\n"
      span.attributes.forEach { text += "\($0) \($1)\n" }
    }
    for timer in metrics.timers { text += "\(timer.label) \(timer.dimensions)\n" }
    for counter in metrics.counters { text += "\(counter.label) \(counter.dimensions)\n" }
    for recorder in metrics.recorders { text += "\(recorder.label) \(recorder.dimensions) \(recorder.values)\n" }
    return text
  }
}

/// A value that nobody may be told.
enum Canary {
  static let text = "canary-7f3a9c"
  static let number: Int64 = 730_519_284_617
}

extension FinishedInMemorySpan {
  subscript(_ name: String) -> String? {
    switch attributes.get(name) {
    case .string(let text): text
    case .int64(let number): "\(number)"
    case .int32(let number): "\(number)"
    default: nil
    }
  }
}
#endif
