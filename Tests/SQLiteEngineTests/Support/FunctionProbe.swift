import CQuarrySQLite
import Quarry
import QuarrySQLiteEngine
import TestSupport

/// What the functions under test are given: counts what happens to them and checks whose table they get.
final class FunctionProbe: Sendable {
  struct Counts {
    var calls = 0
    var finals = 0
    var destroyed = 0
    var wrongTables = 0
  }

  let library: SQLiteLibrary
  private let state = Protected(Counts())

  init(_ library: SQLiteLibrary) { self.library = library }

  var counts: Counts { state.withLock { $0 } }

  private func note(_ event: WritableKeyPath<Counts, Int>) {
    state.withLock { $0[keyPath: event] += 1 }
  }

  private static func at(
    _ box: UnsafeMutableRawPointer?, _ api: UnsafePointer<quarry_sqlite_api>?
  ) -> (FunctionProbe, quarry_sqlite_api)? {
    guard let box, let api else { return nil }
    let probe = Unmanaged<FunctionProbe>.fromOpaque(box).takeUnretainedValue()
    if api != probe.library.api { probe.note(\.wrongTables) }
    return (probe, api.pointee)
  }

  /// The sum so far, kept where SQLite keeps what belongs to one group; nil when the group has no rows.
  private static func sum(_ api: quarry_sqlite_api, _ context: OpaquePointer?, create: Bool) -> UnsafeMutablePointer<
    Int64
  >? {
    api.aggregate_context(context, create ? 8 : 0)?.assumingMemoryBound(to: Int64.self)
  }

  private static func add(
    _ sign: Int64, _ box: UnsafeMutableRawPointer?, _ api: UnsafePointer<quarry_sqlite_api>?,
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    guard let (probe, api) = at(box, api), let values else { return }
    probe.note(\.calls)
    sum(api, context, create: true)?.pointee += sign * api.value_int64(values[0])
  }

  private static func result(
    _ box: UnsafeMutableRawPointer?, _ api: UnsafePointer<quarry_sqlite_api>?, _ context: OpaquePointer?, ends: Bool
  ) {
    guard let (probe, api) = at(box, api) else { return }
    if ends { probe.note(\.finals) }
    api.result_int64(context, sum(api, context, create: false)?.pointee ?? 0)
  }

  private static var release: @convention(c) (UnsafeMutableRawPointer?) -> Void {
    { box in
      guard let box else { return }
      let probe = Unmanaged<FunctionProbe>.fromOpaque(box)
      probe.takeUnretainedValue().note(\.destroyed)
      probe.release()
    }
  }

  /// A function of one value: its double.
  static var scalar: quarry_function_callbacks {
    var callbacks = quarry_function_callbacks()
    callbacks.call = { box, api, context, count, values in
      guard let (probe, api) = FunctionProbe.at(box, api), let values, count == 1 else { return }
      probe.note(\.calls)
      api.result_int64(context, 2 * api.value_int64(values[0]))
    }
    callbacks.destroy = release
    return callbacks
  }

  /// The sum of a group.
  static var aggregate: quarry_function_callbacks {
    var callbacks = quarry_function_callbacks()
    callbacks.step = { box, api, context, _, values in FunctionProbe.add(1, box, api, context, values) }
    callbacks.final = { box, api, context in FunctionProbe.result(box, api, context, ends: true) }
    callbacks.destroy = release
    return callbacks
  }

  /// The sum of a window.
  static var window: quarry_function_callbacks {
    var callbacks = aggregate
    callbacks.value = { box, api, context in FunctionProbe.result(box, api, context, ends: false) }
    callbacks.inverse = { box, api, context, _, values in FunctionProbe.add(-1, box, api, context, values) }
    return callbacks
  }

  /// Registers a function that holds on to this probe until it is destroyed.
  func register(
    _ callbacks: quarry_function_callbacks, as name: String, parameters: Int32 = 1,
    on connection: borrowing RawConnection
  ) -> Int32 {
    withUnsafePointer(to: callbacks) {
      quarry_create_function(
        connection.api, connection.database, name, parameters, SQLITE_UTF8, $0,
        Unmanaged.passRetained(self).toOpaque())
    }
  }
}
