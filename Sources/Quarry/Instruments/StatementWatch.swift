/// A connection as logs and instruments know it.
struct ConnectionMonitor: Sendable {
  let database: DatabaseMonitor
  /// Its number in the log.
  let id: Int
  /// Keeps the texts of statements, for somebody who wants to see them.
  var recorder: StatementRecorder?

  init(_ database: DatabaseMonitor) {
    self.database = database
    id = database.nextConnection()
  }

  /// The monitor itself, while somebody wants to know of statements.
  var ifWatching: ConnectionMonitor? { database.watchesStatements ? self : nil }

  /// A statement was asked for.
  func notePrepared(isCached: Bool) {
    if database.hasInstruments { database.event(.statementPrepared(isCached: isCached)) }
  }

  /// A statement is about to be prepared and run.
  ///
  /// - Parameters:
  ///   - count: How many statements it stands for: those of a batch.
  ///   - isControl: Whether it begins or ends a transaction, which is no operation.
  func begin(_ sql: String, count: Int = 1, isControl: Bool = false) -> StatementWatch {
    if !isControl { recorder?.add(sql) }
    return StatementWatch(sql, self, count: count, isControl: isControl)
  }
}

/// The texts of statements, in the order in which they were run.
final class StatementRecorder: Sendable {
  private let texts = Protected<[String]>([])

  func add(_ sql: String) { texts.withLock { $0.append(sql) } }

  /// The texts since this was asked before.
  func take() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }
}

/// A statement that is being run, and watched.
///
/// It belongs to the session that runs the statement, and is used by one task at a time.
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

  /// Rows came.
  func take(rows: Int) { self.rows += rows }

  /// The statement failed.
  func take(_ error: any Error) { failure = OperationFailure(error) }

  /// The statement has ended. A second call does nothing.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    connection.database.statementEnded(
      information, in: start.duration(to: .now), rows: rows, connection: connection.id, failure)
    call?.note(information, count: count, rows: rows)
    own?.note(information, count: count, rows: rows)
    own?.end(failure)
  }

  /// A batch has ended, with its answers.
  func end(_ answers: [BatchedAnswer]) {
    for answer in answers { rows += answer.rows?.rowCount ?? 0 }
    end()
  }

  /// The statement failed and has ended.
  func end(_ error: any Error) {
    take(error)
    end()
  }
}
