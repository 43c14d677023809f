internal import CQuarrySQLite

extension SQLiteConnection {
  /// Makes the engine wait for locks as ``SQLiteWaiting`` says.
  func installBusyHandler(_ database: OpaquePointer) {
    let context = Unmanaged.passUnretained(busyContext).toOpaque()
    _ = api.pointee.busy_handler(
      database,
      { context, count in
        guard let context else { return 0 }
        // The connection owns the context and closes the handle before it lets it go.
        let busy = Unmanaged<SQLiteBusyContext>.fromOpaque(context).takeUnretainedValue()
        return busy.waitsAgain(count: count) ? 1 : 0
      }, context)
  }
}

/// The context of the engine's busy handler.
final class SQLiteBusyContext {
  private let library: SQLiteLibrary
  private let waiting: SQLiteWaiting

  /// Replaces waiting. It gets the number of earlier calls for this lock, and returns whether to try again.
  var custom: ((Int) -> Bool)?

  private let use: SQLiteUse
  private let nonblocking: SQLiteNonblocking

  init(library: SQLiteLibrary, waiting: SQLiteWaiting, use: SQLiteUse, nonblocking: SQLiteNonblocking) {
    self.nonblocking = nonblocking
    self.library = library
    self.waiting = waiting
    self.use = use
  }

  func waitsAgain(count: Int32) -> Bool {
    if nonblocking.isActive {
      nonblocking.stop()
      return false
    }
    if let custom {
      let goesOn = use.callback(.busy) { custom(Int(count)) }
      return goesOn && !waiting.isInterrupted
    }
    return waiting.wait(count: count, api: library.api)
  }
}
