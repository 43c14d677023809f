internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Is asked again and again while statements run, whether to go on.
  ///
  /// Source: <https://sqlite.org/c3ref/progress_handler.html>.
  ///
  /// - Parameters:
  ///   - instructions: About how many instructions of the engine lie between two calls, at least 1.
  ///   - body: Answers whether to go on; otherwise the statement fails with `.interrupted`. Calls of the
  ///     connection in it fail with `.reentrantAccess`. `nil` removes the one before.
  /// - Throws: `.connectionClosed`, or `.unsupportedFeature` when the library was built without.
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

  /// How many instructions of the engine lie between two looks at whether the connection was interrupted.
  static var instructions: Int { 4096 }

  /// Has the engine look now and then whether the connection was interrupted: it forgets an interrupt that comes just before
  /// it begins a statement (<https://sqlite.org/c3ref/interrupt.html>).
  func watchInterrupts(_ database: OpaquePointer, every instructions: Int = SQLiteConnection.instructions) {
    api.pointee.progress_handler?(
      database, Int32(clamping: max(1, instructions)),
      { context in SQLiteHooks.from(context)?.goesOn() == false ? 1 : 0 }, hooks.context)
  }

  /// Decides itself how long to wait for a lock of another connection, in place of the busy timeout.
  ///
  /// - Parameter body: Gets how often it was asked about this lock; answers whether to try again, after it has waited a
  ///   little itself. `nil` goes back to the busy timeout.
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
    guard let progress else { return true }
    return use.callback(.progress) { progress() }
  }
}
