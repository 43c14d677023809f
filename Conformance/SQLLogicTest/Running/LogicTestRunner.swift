internal import Dispatch
public import Quarry

/// Runs sqllogictest files on databases of any driver.
///
/// ```swift
/// let file = try LogicTestFile(name: path) { try read($0) }
/// let report = try await LogicTestRunner().run(file, on: Database(MemoryDriver()))
/// ```
public struct LogicTestRunner: Sendable {
  /// Names of the engine for `skipif` and `onlyif`, in addition to ``names(of:)``.
  public var extraNames: Set<String>
  /// The line of the only record whose outcome counts. The records before it run as well, and those after it don't.
  public var onlyLine: Int?

  /// Creates a runner.
  public init(extraNames: Set<String> = [], onlyLine: Int? = nil) {
    self.extraNames = extraNames
    self.onlyLine = onlyLine
  }

  /// Returns the names of a database in files, in lower case: `sqlite`, whose dialect every driver supports, the
  /// driver's name and the engine's.
  public func names(of database: Database) -> Set<String> {
    var names: Set = ["sqlite", database.driverName, database.engine.product.rawValue]
    names.formUnion(extraNames)
    return Set(names.map { $0.lowercased() })
  }

  /// The best configuration for a run. It caches no statements, because each runs only once.
  public static var configuration: DatabaseConfiguration {
    DatabaseConfiguration(maximumReaders: 1, statementCacheCapacity: 0)
  }

  /// Runs a file on an empty database.
  ///
  /// If the driver is in this process, the file runs without suspension on the connection's thread, and can begin and
  /// end transactions. Otherwise each record is a separate call.
  ///
  /// - Throws: `CancellationError`. The report contains all failures of records.
  public func run(_ file: LogicTestFile, on database: Database) async throws -> LogicTestReport {
    let start = LogicTestState(file, names: names(of: database), onlyLine: onlyLine)
    if try await isSynchronous(database) {
      return try await database.withoutTransaction { session in
        var state = start
        while let step = state.next() {
          if Task.isCancelled { throw CancellationError() }
          if let outcome = try Self.outcome(of: step, on: session) { state.take(outcome) }
        }
        return state.report
      }
    }
    var state = start
    while let step = state.next() {
      try Task.checkCancellation()
      if let outcome = try await Self.outcome(of: step, on: database) { state.take(outcome) }
    }
    return state.report
  }

  private func isSynchronous(_ database: Database) async throws -> Bool {
    do {
      try await database.withoutTransaction { _ in }
      return true
    } catch let error as DatabaseError where error.code == .unsupportedFeature {
      return false
    }
  }

  /// Returns the statements of a text that contains several.
  private static func parts(_ sql: String) -> [String] { SQLScript(sql).map(\.sql) }

  private static func outcome(
    of step: LogicTestState.Step, on session: SQLSession
  ) throws -> LogicTestState.Outcome? {
    do {
      switch step {
      case .pause(let duration):
        // The thread is the connection's own.
        let (seconds, attoseconds) = duration.components
        _ = DispatchSemaphore(value: 0)
          .wait(timeout: .now() + Double(seconds) + Double(attoseconds) / 1e18)
        return nil
      case .statement(let sql):
        do {
          return .finished(changedRows: try session.execute(SQLFragment(raw: sql)).affectedRows)
        } catch let error as DatabaseError where error.code == .multipleStatements {
          var changed: Int64 = 0
          for part in parts(sql) { changed = try session.execute(SQLFragment(raw: part)).affectedRows }
          return .finished(changedRows: changed)
        }
      case .query(let query):
        do {
          return .rows(try session.fetchAll(query))
        } catch let error as DatabaseError where error.code == .multipleStatements {
          let parts = parts(query.sql)
          for part in parts.dropLast() { try session.execute(SQLFragment(raw: part)) }
          return .rows(try session.fetchAll(RenderedQuery(sql: parts.last ?? "", types: query.types)))
        }
      }
    } catch {
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      return ErrorText.outcome(error)
    }
  }

  private static func outcome(
    of step: LogicTestState.Step, on database: Database
  ) async throws -> LogicTestState.Outcome? {
    do {
      switch step {
      case .pause(let duration):
        try await Task.sleep(for: duration)
        return nil
      case .statement(let sql):
        do {
          return .finished(changedRows: try await database.execute(SQLFragment(raw: sql)).affectedRows)
        } catch let error as DatabaseError where error.code == .multipleStatements {
          var changed: Int64 = 0
          for part in parts(sql) { changed = try await database.execute(SQLFragment(raw: part)).affectedRows }
          return .finished(changedRows: changed)
        }
      case .query(let query):
        do {
          return .rows(try await database.fetchAll(query))
        } catch let error as DatabaseError where error.code == .multipleStatements {
          let parts = parts(query.sql)
          for part in parts.dropLast() { try await database.execute(SQLFragment(raw: part)) }
          return .rows(try await database.fetchAll(RenderedQuery(sql: parts.last ?? "", types: query.types)))
        }
      }
    } catch {
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      return ErrorText.outcome(error)
    }
  }
}
