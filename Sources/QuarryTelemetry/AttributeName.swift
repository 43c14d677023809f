#if Telemetry
/// The names of attributes and metrics from OpenTelemetry's conventions for databases, and Quarry's own.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/database-spans/>,
/// <https://opentelemetry.io/docs/specs/semconv/database/database-metrics/>.
enum AttributeName {
  static let systemName = "db.system.name"
  static let namespace = "db.namespace"
  static let queryText = "db.query.text"
  static let querySummary = "db.query.summary"
  static let operationName = "db.operation.name"
  static let batchSize = "db.operation.batch.size"
  static let collectionName = "db.collection.name"
  static let returnedRows = "db.response.returned_rows"
  static let statusCode = "db.response.status_code"
  static let errorType = "error.type"
  static let serverAddress = "server.address"
  static let serverPort = "server.port"
  static let poolName = "db.client.connection.pool.name"
  static let connectionState = "db.client.connection.state"
  static let outcome = "outcome"
  static let attempts = "quarry.attempts"
  static let feature = "quarry.feature"
}

/// The names of metrics.
enum MetricName {
  static let operationDuration = "db.client.operation.duration"
  static let returnedRows = "db.client.response.returned_rows"
  static let connectionCount = "db.client.connection.count"
  static let connectionMaximum = "db.client.connection.max"
  static let pendingRequests = "db.client.connection.pending_requests"
  static let waitTime = "db.client.connection.wait_time"
  static let useTime = "db.client.connection.use_time"
  static let createTime = "db.client.connection.create_time"
  static let timeouts = "db.client.connection.timeouts"
  static let transactionDuration = "quarry.transaction.duration"
  static let cacheHits = "quarry.statement_cache.hits"
  static let cacheMisses = "quarry.statement_cache.misses"
  static let retries = "quarry.retries"
  static let outcomesUnknown = "quarry.outcome_unknown"
}
#endif
