internal import Logging
import Synchronization

/// Reports what happens in a database to its log and its instruments.
final class DatabaseMonitor: Sendable {
  let endpoint: DatabaseEndpoint
  let instruments: [any DatabaseInstrument]
  /// Whether operations are reported.
  let hasInstruments: Bool
  private let ownLogger: Logger?
  private let slowThreshold: Duration?
  private let textPolicy: StatementTextPolicy
  private let known = Protected(KnownStatements())
  private let slow = Protected(SlowStatements())
  private let lowered = Protected<Set<SQLFeature>>([])
  private let lastConnection = Atomic(0)
  /// The shortest wait for a connection that is logged.
  private static let longWait = Duration.seconds(1)

  init(
    _ endpoint: DatabaseEndpoint, logger: Logger?, instruments: [any DatabaseInstrument], slowThreshold: Duration?,
    textPolicy: StatementTextPolicy
  ) {
    self.endpoint = endpoint
    self.ownLogger = logger
    self.instruments = instruments
    self.hasInstruments = !instruments.isEmpty
    self.slowThreshold = slowThreshold
    self.textPolicy = textPolicy
  }

  var logger: Logger { ownLogger ?? Logger.current }

  /// Whether every statement is reported.
  var watchesStatements: Bool {
    hasInstruments || slowThreshold != nil || logger.logLevel == .trace
  }

  /// The number of a connection that was just opened, for the log.
  func nextConnection() -> Int { lastConnection.wrappingAdd(1, ordering: .relaxed).newValue }

  func information(_ sql: String) -> StatementInformation {
    known.withLock { $0.information(sql, textPolicy) }
  }

  // MARK: - Statements

  /// Reports that a statement has ended.
  func statementEnded(
    _ information: StatementInformation, in duration: Duration, rows: Int, connection: Int, _ failure: OperationFailure?
  ) {
    let logger = logger
    if logger.logLevel <= .trace {
      var metadata = metadata(of: information, duration)
      metadata["db.response.returned_rows"] = "\(rows)"
      metadata["quarry.connection.id"] = "\(connection)"
      if let failure { metadata.merge(Self.metadata(of: failure)) { $1 } }
      logger.trace("statement", metadata: metadata)
    }
    guard let slowThreshold, duration >= slowThreshold else { return }
    let decision = slow.withLock { $0.decide(at: ContinuousClock.now) }
    if decision.leftOut > 0 {
      logger.info("slow statements left out", metadata: ["quarry.count": "\(decision.leftOut)"])
    }
    guard decision.isTold else { return }
    var metadata = metadata(of: information, duration)
    metadata["threshold_us"] = "\(slowThreshold.microseconds)"
    if let failure { metadata.merge(Self.metadata(of: failure)) { $1 } }
    logger.info("slow statement", metadata: metadata)
  }

  private func metadata(of information: StatementInformation, _ duration: Duration) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["duration_us": "\(duration.microseconds)"]
    if let text = information.text { metadata["db.query.text"] = "\(text)" }
    if information.text == nil, let summary = information.summary { metadata["db.query.summary"] = "\(summary)" }
    if let name = information.operationName { metadata["db.operation.name"] = "\(name)" }
    return metadata
  }

  private static func metadata(of failure: OperationFailure) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["error.type": "\(failure.type)"]
    if let code = failure.statusCode { metadata["db.response.status_code"] = "\(code)" }
    return metadata
  }

  // MARK: - Events

  func event(_ event: DatabaseEvent) {
    if case .featureLowered(let feature) = event {
      guard lowered.withLock({ $0.insert(feature).inserted }) else { return }
    }
    log(event)
    for instrument in instruments { instrument.event(event, on: endpoint) }
  }

  private func log(_ event: DatabaseEvent) {
    switch event {
    case .databaseOpened(let version):
      debug("database opened", ["quarry.engine.version": "\(version)"])
    case .databaseClosed: debug("database closed")
    case .connectionOpened(let role, let duration):
      debug(
        "connection opened", ["quarry.connection.role": "\(role)", "duration_us": "\(duration.microseconds)"])
    case .connectionDiscarded(let role): debug("connection discarded", ["quarry.connection.role": "\(role)"])
    case .transactionRolledBack(let failure): debug("transaction rolled back", Self.metadata(of: failure))
    case .featureLowered(let feature): debug("feature lowered", ["quarry.feature": "\(feature.id)"])
    case .waitedForConnection(let role, let duration, let failure):
      guard duration >= Self.longWait else { return }
      var metadata = failure.map(Self.metadata) ?? [:]
      metadata["quarry.connection.role"] = "\(role)"
      metadata["duration_us"] = "\(duration.microseconds)"
      info("waited long for a connection", metadata)
    case .retrying(let attempt, let failure):
      info("retrying", Self.metadata(of: failure).merging(["attempt": "\(attempt)"]) { $1 })
    case .outcomeUnknown(let failure): info("outcome unknown", Self.metadata(of: failure))
    case .usedConnection, .poolChanged, .statementPrepared: break
    }
  }

  private func debug(_ message: Logger.Message, _ metadata: @autoclosure () -> Logger.Metadata = [:]) {
    logger.debug(message, metadata: place.merging(metadata()) { $1 })
  }

  private func info(_ message: Logger.Message, _ metadata: @autoclosure () -> Logger.Metadata) {
    logger.info(message, metadata: place.merging(metadata()) { $1 })
  }

  private var place: Logger.Metadata {
    var metadata: Logger.Metadata = ["db.system.name": "\(endpoint.systemName)"]
    if let namespace = endpoint.namespace { metadata["db.namespace"] = "\(namespace)" }
    return metadata
  }
}

extension Duration {
  /// The time in whole microseconds.
  var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
