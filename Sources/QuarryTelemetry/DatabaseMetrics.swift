#if Telemetry
public import CoreMetrics
internal import Metrics
public import Quarry

/// Records metrics of a database's operations.
///
/// | Metric | Kind | Dimensions beside the database |
/// |---|---|---|
/// | `db.client.operation.duration` | timer | operation, table, error |
/// | `db.client.response.returned_rows` | recorder | operation, table |
/// | `db.client.connection.count` | gauge | pool, state: `idle`, `used` |
/// | `db.client.connection.max`, `.pending_requests` | gauge | pool |
/// | `db.client.connection.wait_time`, `.use_time`, `.create_time` | timer | pool |
/// | `db.client.connection.timeouts` | counter | pool: callers that stopped waiting |
/// | `quarry.transaction.duration` | timer | outcome: `committed`, `rolled_back`, `unknown` |
/// | `quarry.statement_cache.hits`, `.misses` | counter | |
/// | `quarry.retries`, `quarry.outcome_unknown` | counter | error |
///
/// Each set of dimensions gets its handlers once. No dimension has as many values as there are statements. Operations
/// on databases in this process take microseconds: give their histograms buckets from 10 µs.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/database-metrics/>.
public struct DatabaseMetrics: DatabaseInstrument {
  private let handlers: MetricHandlers

  /// Creates metrics with a factory.
  ///
  /// - Parameter factory: The factory of the handlers. The default is the factory of the bootstrapped metrics system.
  public init(factory: any MetricsFactory = MetricsSystem.factory) { handlers = MetricHandlers(factory) }

  /// Records the duration and the rows of the operation.
  public func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {
    let endpoint = operation.endpoint
    guard operation.kind != .transaction else {
      let outcome =
        switch result.failure?.outcome {
        case nil: "committed"
        case .unknown: "unknown"
        default: "rolled_back"
        }
      handlers.timer(MetricName.transactionDuration, MetricDimensions(endpoint, outcome: outcome)).record(
        result.duration)
      return
    }
    var dimensions = MetricDimensions(endpoint)
    dimensions.operation = result.statement?.operationName
    dimensions.collection = result.statement?.collectionName
    if result.failure == nil {
      handlers.recorder(MetricName.returnedRows, dimensions).record(result.returnedRows)
    }
    dimensions.errorType = result.failure?.type
    dimensions.statusCode = result.failure?.statusCode
    handlers.timer(MetricName.operationDuration, dimensions).record(result.duration)
  }

  /// Counts the event.
  public func event(_ event: DatabaseEvent, on endpoint: DatabaseEndpoint) {
    switch event {
    case .poolChanged(let counts):
      var dimensions = MetricDimensions(endpoint, pool: counts.role)
      handlers.gauge(MetricName.connectionMaximum, dimensions).record(counts.maximum)
      handlers.gauge(MetricName.pendingRequests, dimensions).record(counts.waiting)
      dimensions.state = "idle"
      handlers.gauge(MetricName.connectionCount, dimensions).record(counts.idle)
      dimensions.state = "used"
      handlers.gauge(MetricName.connectionCount, dimensions).record(counts.used)
    case .connectionOpened(let role, let duration):
      handlers.timer(MetricName.createTime, MetricDimensions(endpoint, pool: role)).record(duration)
    case .waitedForConnection(let role, let duration, let failure):
      let dimensions = MetricDimensions(endpoint, pool: role)
      handlers.timer(MetricName.waitTime, dimensions).record(duration)
      if failure != nil { handlers.counter(MetricName.timeouts, dimensions).increment() }
    case .usedConnection(let role, let duration):
      handlers.timer(MetricName.useTime, MetricDimensions(endpoint, pool: role)).record(duration)
    case .statementPrepared(let isCached):
      handlers.counter(isCached ? MetricName.cacheHits : MetricName.cacheMisses, MetricDimensions(endpoint)).increment()
    case .retrying(_, let failure):
      handlers.counter(MetricName.retries, MetricDimensions(endpoint, errorType: failure.type)).increment()
    case .outcomeUnknown(let failure):
      handlers.counter(MetricName.outcomesUnknown, MetricDimensions(endpoint, errorType: failure.type)).increment()
    default: break
    }
  }
}

extension Metrics.Timer {
  func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
#endif
