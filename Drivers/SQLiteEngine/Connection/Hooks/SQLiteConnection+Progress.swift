internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Calls a closure regularly while statements run, which can stop them.
  ///
  /// Source: <https://sqlite.org/c3ref/progress_handler.html>.
  ///
  /// - Parameters:
  ///   - instructions: The approximate number of engine instructions between two calls, at least 1.
  ///   - body: Returns whether to continue. If `false`, the statement throws `.interrupted`. Inside it, calls of the
  ///     connection throw `.reentrantAccess`. `nil` removes the previous closure.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`, or `.unsupportedFeature` if the library was built
  ///   without progress handlers.
  public func setProgressHandler(every instructions: Int = 1000, _ body: (() -> Bool)?) throws(DatabaseError) {
    let database = try openDatabase()
    guard api.pointee.progress_handler != nil else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without a progress handler")
    }
    let before = hooks.progress
    hooks.progress = body
    defer { withExtendedLifetime(before) {} }
    watchInterrupts(database, every: body == nil ? Self.instructions : instructions)
  }

  /// The number of engine instructions between two checks for an interruption.
  static var instructions: Int { 4096 }

  /// Makes the engine check regularly whether the connection was interrupted. It loses an interrupt that comes just
  /// before a statement begins (<https://sqlite.org/c3ref/interrupt.html>).
  func watchInterrupts(_ database: OpaquePointer, every instructions: Int = SQLiteConnection.instructions) {
    api.pointee.progress_handler?(
      database, Int32(clamping: max(1, instructions)),
      { context in SQLiteHooks.from(context)?.goesOn() == false ? 1 : 0 }, hooks.context)
  }

  /// Calls a closure when a lock of another connection is in the way, instead of using the busy timeout.
  ///
  /// - Parameter body: Returns whether to try again, after a short wait of its choice. It gets the number of earlier
  ///   calls for this lock. `nil` restores the busy timeout.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  public func setBusyHandler(_ body: ((_ count: Int) -> Bool)?) throws(DatabaseError) {
    _ = try openDatabase()
    let before = busyContext.custom
    busyContext.custom = body
    withExtendedLifetime(before) {}
  }
}

extension SQLiteHooks {
  fileprivate func goesOn() -> Bool {
    guard !isQuiet else { return true }
    if waiting.isInterrupted { return false }
    if nonblocking.isActive, !nonblocking.goesOn() { return false }
    guard let progress else { return true }
    return use.callback(.progress) { progress() }
  }
}
