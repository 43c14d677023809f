/// A connection as logs and instruments see it.
struct ConnectionMonitor: Sendable {
  let database: DatabaseMonitor
  /// Its number in the log.
  let id: Int
  /// Records the texts of statements, if somebody asked for them.
  var recorder: StatementRecorder?

  init(_ database: DatabaseMonitor) {
    self.database = database
    id = database.nextConnection()
  }

  /// The monitor itself if statements are reported; otherwise `nil`.
  var ifWatching: ConnectionMonitor? { database.watchesStatements ? self : nil }

  /// Reports that a statement was requested.
  func notePrepared(isCached: Bool) {
    if database.hasInstruments { database.event(.statementPrepared(isCached: isCached)) }
  }

  /// Starts to watch a statement that is about to be prepared and run.
  ///
  /// - Parameters:
  ///   - count: The number of statements that it represents: more than one for a batch.
  ///   - isControl: Whether the statement begins or ends a transaction, which isn't an operation.
  func begin(_ sql: String, count: Int = 1, isControl: Bool = false) -> StatementWatch {
    if !isControl { recorder?.add(sql) }
    return StatementWatch(sql, self, count: count, isControl: isControl)
  }
}

/// The texts of statements, in the order in which they were run.
final class StatementRecorder: Sendable {
  private let texts = Protected<[String]>([])

  func add(_ sql: String) { texts.withLock { $0.append(sql) } }

  /// Returns the texts recorded since the last call.
  func take() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }
}

/// A running statement that is reported.
///
/// It belongs to the session that runs the statement. Only one task uses it at a time.
final class StatementWatch {
  private let connection: ConnectionMonitor
  private let information: StatementInformation
  private let count: Int
  private let start = ContinuousClock.now
  /// The call that the statement belongs to, or its own operation.
  private let call: RunningOperation?
  private let own: RunningOperation?
  private var rows = 0
  private var failure: OperationFailure?
  private var hasEnded = false

  fileprivate init(_ sql: String, _ connection: ConnectionMonitor, count: Int, isControl: Bool) {
    self.connection = connection
    self.count = count
    let database = connection.database
    information = database.information(sql)
    let current = RunningOperation.current
    call = current?.isOf(database) == true && !isControl ? current : nil
    own =
      call == nil && !isControl && database.hasInstruments
      ? RunningOperation(count > 1 ? .batch : .call, database) : nil
  }

  /// Adds rows that arrived.
  func take(rows: Int) { self.rows += rows }

  /// Sets the failure.
  func take(_ error: any Error) { failure = OperationFailure(error) }

  /// Ends the statement. A second call does nothing.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    connection.database.statementEnded(
      information, in: start.duration(to: .now), rows: rows, connection: connection.id, failure)
    call?.note(information, count: count, rows: rows)
    own?.note(information, count: count, rows: rows)
    own?.end(failure)
  }

  /// Ends a batch with its answers.
  func end(_ answers: [BatchedAnswer]) {
    for answer in answers { rows += answer.rows?.rowCount ?? 0 }
    end()
  }

  /// Ends the statement with a failure.
  func end(_ error: any Error) {
    take(error)
    end()
  }
}
