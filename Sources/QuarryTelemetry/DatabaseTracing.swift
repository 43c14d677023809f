#if Telemetry
public import Quarry
public import Tracing

/// Creates a span for every call of a database, and for every transaction around the calls in its body.
///
/// ```swift
/// let configuration = DatabaseConfiguration(instruments: [DatabaseTracing(), DatabaseMetrics()])
/// ```
///
/// A span covers its call with all attempts and waits. Names and attributes follow OpenTelemetry's conventions for
/// databases. They never contain bound values, and literals in SQL are replaced by `?`.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/database-spans/>.
public struct DatabaseTracing: DatabaseInstrument {
  private let tracer: (any Tracer)?

  /// Creates tracing with a tracer.
  ///
  /// - Parameter tracer: The tracer. If `nil`, the tracer of the bootstrapped instrumentation system, looked up at
  ///   each call.
  public init(tracer: (any Tracer)? = nil) { self.tracer = tracer }

  /// Starts a child span of the task's span.
  public func willRun(_ operation: DatabaseOperation) -> OperationToken? {
    let endpoint = operation.endpoint
    let span = start(
      operation.kind == .transaction ? "quarry.transaction" : endpoint.systemName,
      of: endpoint.isInMemory ? .internal : .client)
    span.updateAttributes { attributes in
      attributes[AttributeName.systemName] = endpoint.systemName
      if let namespace = endpoint.namespace { attributes[AttributeName.namespace] = namespace }
      if let address = endpoint.serverAddress { attributes[AttributeName.serverAddress] = address }
      if let port = endpoint.serverPort { attributes[AttributeName.serverPort] = port }
    }
    return OperationToken(span)
  }

  private func start(_ name: String, of kind: SpanKind) -> any Span {
    if let tracer { return tracer.startSpan(name, ofKind: kind) }
    return startSpan(name, ofKind: kind)
  }

  /// Ends the span with the attributes of the result.
  public func didRun(_ operation: DatabaseOperation, _ token: OperationToken?, _ result: OperationResult) {
    guard let span = token?.value as? any Span else { return }
    if let statement = result.statement {
      span.operationName = Self.name(of: statement) ?? span.operationName
    }
    span.updateAttributes { attributes in
      if let statement = result.statement {
        if let text = statement.text { attributes[AttributeName.queryText] = text }
        if let summary = statement.summary { attributes[AttributeName.querySummary] = summary }
        if let name = statement.operationName { attributes[AttributeName.operationName] = name }
        if let table = statement.collectionName { attributes[AttributeName.collectionName] = table }
        attributes[AttributeName.returnedRows] = result.returnedRows
      }
      if operation.kind == .batch, result.statementCount > 1 {
        attributes[AttributeName.batchSize] = result.statementCount
      }
      if result.attempts > 1 { attributes[AttributeName.attempts] = result.attempts }
      if let failure = result.failure {
        attributes[AttributeName.errorType] = failure.type
        if let code = failure.statusCode { attributes[AttributeName.statusCode] = code }
      }
    }
    if let failure = result.failure { span.setStatus(SpanStatus(code: .error, message: failure.type)) }
    span.end()
  }

  private static func name(of statement: StatementInformation) -> String? {
    if let summary = statement.summary { return summary }
    guard let operation = statement.operationName else { return nil }
    return statement.collectionName.map { "\(operation) \($0)" } ?? operation
  }

  /// Makes the span the parent of spans that the work starts.
  ///
  /// - Throws: What the closure throws.
  public func inside<R>(_ token: OperationToken, _ body: () async throws -> R) async throws -> R {
    guard let span = token.value as? any Span else { return try await body() }
    return try await ServiceContext.withValue(span.context) { try await body() }
  }
}
#endif
