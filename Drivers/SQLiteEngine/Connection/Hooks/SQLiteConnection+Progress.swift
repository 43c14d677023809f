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
    guard let setHandler = api.pointee.progress_handler else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) was built without a progress handler")
    }
    let before = hooks.progress
    hooks.progress = body
    defer { withExtendedLifetime(before) {} }
    guard body != nil else {
      setHandler(database, 0, nil, nil)
      return
    }
    let count = Int32(clamping: max(1, instructions))
    setHandler(database, count, { context in SQLiteHooks.from(context)?.goesOn() == false ? 1 : 0 }, hooks.context)
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
    guard !isQuiet, let progress else { return true }
    return use.callback(.progress) { progress() }
  }
}
