internal import CQuarrySQLite
public import Quarry

/// A statement that has run.
public struct SQLiteTraceEvent: Sendable, Hashable {
  /// The SQL text: with placeholders, or with values if the observer asked for them. It never contains keys.
  public let sql: String
  /// The duration, from the statement's first step to its end.
  public let duration: Duration
}

extension SQLiteConnection {
  /// Calls a closure for each statement that ended on this connection, except those inside triggers.
  ///
  /// - Parameters:
  ///   - includesValues: Whether the text contains bound values. Values can be secret: don't write them to a log.
  ///   - body: A closure that is called on the connection's task. Inside it, calls of the connection throw
  ///     `.reentrantAccess`. If it captures an object that owns the connection, capture it weakly.
  /// - Returns: The identifier of the observer, for ``removeObserver(_:)``.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the library was built
  ///   without tracing.
  @discardableResult
  public func onTrace(
    includesValues: Bool = false, _ body: @escaping (SQLiteTraceEvent) -> Void
  ) throws(DatabaseError) -> SQLiteObserverID {
    let database = try openDatabase()
    guard api.pointee.trace_v2 != nil else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without tracing")
    }
    let id = hooks.makeID()
    hooks.traces[id] = (includesValues, body)
    updateTrace(database)
    // What exports the database has to be known before it runs.
    if hooks.exportEndsTraces { updateAuthorizer(database) }
    return id
  }

  /// Starts or stops the engine's tracing.
  func updateTrace(_ database: OpaquePointer) {
    guard let trace = api.pointee.trace_v2 else { return }
    guard !hooks.traces.isEmpty else {
      hooks.traceStarts.removeAll()
      _ = trace(database, 0, nil, nil)
      return
    }
    let events = UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE)
    _ = trace(
      database, events,
      { event, context, statement, detail in
        guard let hooks = SQLiteHooks.from(context), let statement, !hooks.isQuiet else { return 0 }
        hooks.trace(event, OpaquePointer(statement), detail)
        return 0
      }, hooks.context)
  }
}

extension SQLiteConnection {
  /// Runs a statement that exports the database without the engine's tracing, if the engine can't do both, and
  /// reports it afterwards.
  ///
  /// - Parameters:
  ///   - exports: Whether the statement is known to export. It also shows when the engine prepares it again.
  ///   - body: Runs the statement.
  // Not inlined: a function with an instant finds out at each call how much memory that takes.
  @inline(never) func tracingExport(
    _ exports: Bool, _ statement: OpaquePointer, _ database: OpaquePointer, _ body: () -> Int32
  ) -> Int32 {
    guard hooks.exportEndsTraces, !hooks.traces.isEmpty else { return body() }
    let start = ContinuousClock.now
    if exports {
      hooks.isTraceSuspended = true
      _ = api.pointee.trace_v2?(database, 0, nil, nil)
    }
    let code = body()
    guard hooks.isTraceSuspended else { return code }
    hooks.isTraceSuspended = false
    updateTrace(database)
    // It is reported at its end, as any other.
    if code != SQLITE_ROW, code != Int32(QUARRY_ROWS_FULL) {
      hooks.report(statement, duration: start.duration(to: .now))
    }
    return code
  }
}

extension SQLiteHooks {
  fileprivate func trace(_ event: UInt32, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
    if event == UInt32(SQLITE_TRACE_STMT) {
      // The engine begins the text of a trigger with a comment sign, and traces it under the outer statement.
      let text = detail?.assumingMemoryBound(to: CChar.self)
      let isTrigger = text.map { $0[0] == CChar(bitPattern: UInt8(ascii: "-")) && $0[1] == $0[0] } ?? false
      if !isTrigger || traceStarts[statement] == nil { traceStarts[statement] = .now }
      return
    }
    guard let start = traceStarts.removeValue(forKey: statement) else { return }
    report(statement, duration: start.duration(to: .now))
  }

  /// Tells the observers of a statement that has run.
  fileprivate func report(_ statement: OpaquePointer, duration: Duration) {
    var plain: SQLiteTraceEvent?
    var expanded: SQLiteTraceEvent?
    for observer in traces.values {
      if observer.includesValues {
        let event = expanded ?? SQLiteTraceEvent(sql: text(of: statement, expanded: true), duration: duration)
        expanded = event
        use.callback(.trace) { observer.body(event) }
      } else {
        let event = plain ?? SQLiteTraceEvent(sql: text(of: statement, expanded: false), duration: duration)
        plain = event
        use.callback(.trace) { observer.body(event) }
      }
    }
  }

  private func text(of statement: OpaquePointer, expanded: Bool) -> String {
    let api = library.api
    let sql = SQLiteLibrary.text(api.pointee.sql(statement))
    if let hidden = SQLiteSecrets.redacted(sql) { return hidden }
    guard expanded, let text = api.pointee.expanded_sql?(statement) else { return sql }
    defer { api.pointee.free(text) }
    return String(cString: text)
  }
}
