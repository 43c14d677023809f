#if Telemetry
internal import CoreMetrics
internal import Quarry
import Synchronization

/// The dimensions that identify one series of a metric.
struct MetricDimensions: Hashable {
  var endpoint: DatabaseEndpoint
  var operation: String?
  var collection: String?
  var errorType: String?
  var statusCode: String?
  var outcome: String?
  var pool: ConnectionRole?
  var state: String?

  init(_ endpoint: DatabaseEndpoint, errorType: String? = nil, outcome: String? = nil, pool: ConnectionRole? = nil) {
    self.endpoint = endpoint
    self.errorType = errorType
    self.outcome = outcome
    self.pool = pool
  }

  /// The dimensions by their names.
  var pairs: [(String, String)] {
    var pairs = [(AttributeName.systemName, endpoint.systemName)]
    if let namespace = endpoint.namespace { pairs.append((AttributeName.namespace, namespace)) }
    if let address = endpoint.serverAddress { pairs.append((AttributeName.serverAddress, address)) }
    if let port = endpoint.serverPort { pairs.append((AttributeName.serverPort, "\(port)")) }
    if let operation { pairs.append((AttributeName.operationName, operation)) }
    if let collection { pairs.append((AttributeName.collectionName, collection)) }
    if let errorType { pairs.append((AttributeName.errorType, errorType)) }
    if let statusCode { pairs.append((AttributeName.statusCode, statusCode)) }
    if let outcome { pairs.append((AttributeName.outcome, outcome)) }
    if let pool {
      let database = endpoint.namespace ?? endpoint.serverAddress ?? endpoint.systemName
      pairs.append((AttributeName.poolName, "\(database) \(pool)"))
    }
    if let state { pairs.append((AttributeName.connectionState, state)) }
    return pairs
  }
}

/// Creates each handler once and keeps it.
final class MetricHandlers: Sendable {
  private struct Key: Hashable {
    var label: String
    var dimensions: MetricDimensions
  }

  private struct Known {
    var timers: [Key: Timer] = [:]
    var recorders: [Key: Recorder] = [:]
    var gauges: [Key: Gauge] = [:]
    var counters: [Key: Counter] = [:]
  }

  private let factory: any MetricsFactory
  private let known = Protected(Known())

  init(_ factory: any MetricsFactory) { self.factory = factory }

  func timer(_ label: String, _ dimensions: MetricDimensions) -> Timer {
    known.withLock { known in
      let key = Key(label: label, dimensions: dimensions)
      if let timer = known.timers[key] { return timer }
      let timer = Timer(
        label: label, dimensions: dimensions.pairs, preferredDisplayUnit: .seconds, factory: factory)
      known.timers[key] = timer
      return timer
    }
  }

  func recorder(_ label: String, _ dimensions: MetricDimensions) -> Recorder {
    known.withLock { known in
      let key = Key(label: label, dimensions: dimensions)
      if let recorder = known.recorders[key] { return recorder }
      let recorder = Recorder(label: label, dimensions: dimensions.pairs, aggregate: true, factory: factory)
      known.recorders[key] = recorder
      return recorder
    }
  }

  func gauge(_ label: String, _ dimensions: MetricDimensions) -> Gauge {
    known.withLock { known in
      let key = Key(label: label, dimensions: dimensions)
      if let gauge = known.gauges[key] { return gauge }
      let gauge = Gauge(label: label, dimensions: dimensions.pairs, factory: factory)
      known.gauges[key] = gauge
      return gauge
    }
  }

  func counter(_ label: String, _ dimensions: MetricDimensions) -> Counter {
    known.withLock { known in
      let key = Key(label: label, dimensions: dimensions)
      if let counter = known.counters[key] { return counter }
      let counter = Counter(label: label, dimensions: dimensions.pairs, factory: factory)
      known.counters[key] = counter
      return counter
    }
  }
}
#endif
