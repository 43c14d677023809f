internal import Quarry

/// A kind of closure that the engine calls during its work.
enum SQLiteCallback: String {
  case function = "SQL function"
  case collation = "collation"
  case trace = "trace observer"
  case authorizer = "authorizer"
  case progress = "progress handler"
  case busy = "busy handler"
  case rowChange = "observer of row changes"
  case commit = "observer of commits"
  case rollback = "observer of rollbacks"
  case logWrite = "observer of log writes"
  case backup = "backup, whose target this connection is"
  case release = "closure that was being released"
}

/// The current work of a connection. A call from inside one of its callbacks throws or is postponed, and never
/// reaches an engine that doesn't expect it.
///
/// The engine forbids nearly everything inside a callback and checks none of it. Closing the connection there, or
/// changing the running statement, ends the process.
///
/// Source: <https://sqlite.org/c3ref/set_authorizer.html> and the pages of the other hooks.
final class SQLiteUse {
  // Used with its connection, by one thread at a time. No closure of the program runs while one of these is accessed.

  /// The number of nested calls of the connection.
  @exclusivity(unchecked) private(set) var calls = 0

  /// The callbacks that are still running, the innermost last.
  @exclusivity(unchecked) private var callbacks: [SQLiteCallback] = [] {
    didSet { isInCallback = !callbacks.isEmpty }
  }

  /// The work to do when no call is running.
  @exclusivity(unchecked) private var deferred: [() -> Void] = [] {
    didSet { hasDeferred = !deferred.isEmpty }
  }

  // Every statement looks at both a few times: a stored answer saves the way to the arrays and their counts.

  /// Whether the engine is calling back now.
  @exclusivity(unchecked) private(set) var isInCallback = false

  /// Whether there is work to do when no call is running.
  @exclusivity(unchecked) private var hasDeferred = false

  /// Whether the engine, or a method that continues afterwards, still needs the connection.
  var isBusy: Bool { calls > 0 || isInCallback }

  /// The error for a call that isn't allowed now, or `nil` if it is.
  var refusal: DatabaseError? {
    guard isInCallback, let callback = callbacks.last else { return nil }
    return DatabaseError(
      .reentrantAccess,
      "the connection was used from inside its own \(callback.rawValue): use it after the call that is going on, or "
        + "use another connection")
  }

  /// Runs a closure of the program for the engine.
  func callback<R>(_ kind: SQLiteCallback, _ body: () throws -> R) rethrows -> R {
    callbacks.append(kind)
    defer { callbacks.removeLast() }
    return try body()
  }

  /// A call begins.
  @inline(__always) func enter() { calls += 1 }

  /// Ends a call. After the last one, the postponed work runs.
  @inline(__always) func leave() {
    calls -= 1
    if unlikely(calls == 0 && hasDeferred) { finish() }
  }

  /// Runs work as soon as no call is running.
  func whenIdle(_ work: @escaping () -> Void) {
    guard isBusy else { return work() }
    deferred.append(work)
  }

  /// Runs the postponed work. Closing runs it even if calls are running.
  @inline(never) func finish() {
    while !deferred.isEmpty {
      let work = deferred
      deferred = []
      for step in work { step() }
    }
  }
}
