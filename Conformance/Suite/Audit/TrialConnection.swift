import Quarry

/// A connection of the driver under test for trials: it takes a text and returns the first row.
protocol TrialConnection: AnyObject {
  /// What the connection declares.
  var capabilities: DriverCapabilities { get }
  /// The connection of the engine layer; `nil` if the driver has none.
  var local: (any EngineLayerConnection)? { get }
  /// Whether a transaction is open, as the connection says.
  var isInTransaction: Bool { get }

  /// Runs one statement to its end and returns its first row.
  func firstRow(_ sql: String, _ values: [SQLValue]) async throws -> [SQLValue]?
  /// Starts a statement, reads some rows, interrupts it, and returns its error; `nil` if it succeeded.
  func errorAfterInterrupt(_ sql: String, behind rows: Int) async throws -> DatabaseError?
  /// Closes the connection.
  func close() async
}

extension TrialConnection {
  /// Runs every statement of a script and stops at the first error.
  func run(_ script: String) async -> TrialOutcome {
    var row: [SQLValue]?
    for statement in SQLScript(script) {
      do { row = try await firstRow(statement.sql, []) } catch { return .failed(DatabaseError(trial: error)) }
    }
    return .ended(firstRow: row)
  }
}

extension DatabaseError {
  /// Converts the error of a driver, which is always of this type.
  init(trial error: any Error) {
    self = error as? DatabaseError ?? DatabaseError(.protocolViolation, "\(error)", underlying: error)
  }
}

/// A connection of any driver.
final class DriverTrialConnection<Connection: DriverConnection>: TrialConnection {
  private let connection: Connection
  private let layer: (any EngineLayer)?
  private let batch = SQLRowBatch()

  init(_ connection: Connection, _ layer: (any EngineLayer)?) {
    self.connection = connection
    self.layer = layer
  }

  var capabilities: DriverCapabilities { connection.capabilities }
  var local: (any EngineLayerConnection)? { layer?.connection(connection) }
  var isInTransaction: Bool { connection.transactionStatus == .active }

  func firstRow(_ sql: String, _ values: [SQLValue]) async throws -> [SQLValue]? {
    guard let statement = try await connection.prepare(sql)?.statement else { return nil }
    defer { statement.finalize() }
    // Parameters without a value are NULL; probes count them only.
    let missing = max(0, statement.parameterNames.count - values.count)
    try statement.start(values + Array(repeating: .null, count: missing))
    defer { statement.reset() }
    var first: [SQLValue]?
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      let result = try await statement.step(into: batch, limit: 64)
      if first == nil, batch.rowCount > 0 { first = try row() }
      guard case .more = result else { return first }
    }
  }

  func errorAfterInterrupt(_ sql: String, behind rows: Int) async throws -> DatabaseError? {
    guard let statement = try await connection.prepare(sql)?.statement else { return nil }
    defer { statement.finalize() }
    try statement.start([])
    defer { statement.reset() }
    batch.removeAllRows(columnCount: statement.columns.count)
    if rows > 0 {
      guard case .more = try await statement.step(into: batch, limit: rows) else { return nil }
    }
    connection.interruptHandle.interrupt()
    do {
      while true {
        batch.removeAllRows(columnCount: statement.columns.count)
        guard case .more = try await statement.step(into: batch, limit: 64) else { return nil }
      }
    } catch {
      return error
    }
  }

  private func row() throws -> [SQLValue] {
    try (0..<batch.columnCount).map { column in
      let cell = batch.cell(row: 0, column: column)
      return try cell.value()
    }
  }

  func close() async { await connection.close() }
}
