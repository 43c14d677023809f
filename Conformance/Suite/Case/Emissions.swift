import Logging
import Quarry

/// Everything that a database reports: each line of its log at every level, and every call of an instrument.
final class Emissions: Sendable {
  private let lines = Protected<[String]>([])

  /// Returns the configuration of a database with all logs and instruments.
  func configuration(maximumReaders: Int = 2) -> DatabaseConfiguration {
    var logger = Logger(label: "conformance") { _ in RecordingLogHandler(emissions: self) }
    logger.logLevel = .trace
    return DatabaseConfiguration(
      maximumReaders: maximumReaders, logger: logger, slowStatementThreshold: .zero,
      instruments: [RecordingInstrument(emissions: self)])
  }

  /// The reports as one text.
  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  func append(_ line: String) { lines.withLock { $0.append(line) } }

  /// Asserts that statements were reported in every way, because a database without reports would hide everything.
  func expectStatements(_ test: CaseContext) {
    let text = text
    for mark in ["trace statement", "info slow statement", "will run", "did run", "event"] {
      test.expect(text.contains(mark), "the database reports: \(mark)")
    }
    test.expect(text.contains("db.query.text"), "texts of statements are reported")
  }
}

/// Records the log.
private struct RecordingLogHandler: LogHandler {
  let emissions: Emissions
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    emissions.append("\(event.level) \(event.message) \(event.metadata ?? [:]) \(metadata)")
  }
}

/// Records the calls of instruments, with all members.
private struct RecordingInstrument: DatabaseInstrument {
  let emissions: Emissions

  func willRun(_ operation: DatabaseOperation) -> OperationToken? {
    emissions.append("will run " + Self.text(of: operation))
    return OperationToken(0)
  }

  func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {
    emissions.append("did run " + Self.text(of: operation) + Self.text(of: result))
  }

  func event(_ event: DatabaseEvent, on endpoint: DatabaseEndpoint) {
    emissions.append("event " + Self.text(of: event) + Self.text(of: endpoint))
  }

  private static func text(of value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }
}
