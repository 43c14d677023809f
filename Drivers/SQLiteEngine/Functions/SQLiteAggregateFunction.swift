internal import CQuarrySQLite
internal import Quarry

/// The state of one group of an aggregate function.
protocol SQLiteGroup: AnyObject {
  func step(_ arguments: [SQLValue]) throws
  func inverse(_ arguments: [SQLValue]) throws
  func result() throws -> SQLValue
}

/// The state of one group, of one type.
final class SQLiteTypedGroup<State>: SQLiteGroup {
  private var state: State
  private let stepBody: (inout State, [SQLValue]) throws -> Void
  private let inverseBody: ((inout State, [SQLValue]) throws -> Void)?
  private let resultBody: (State) throws -> SQLValue

  init(
    _ state: State, step: @escaping (inout State, [SQLValue]) throws -> Void,
    inverse: ((inout State, [SQLValue]) throws -> Void)?, result: @escaping (State) throws -> SQLValue
  ) {
    self.state = state
    stepBody = step
    inverseBody = inverse
    resultBody = result
  }

  func step(_ arguments: [SQLValue]) throws { try stepBody(&state, arguments) }
  func inverse(_ arguments: [SQLValue]) throws { try inverseBody?(&state, arguments) }
  func result() throws -> SQLValue { try resultBody(state) }
}

/// Holds a group for the engine, which stores only its address.
private final class SQLiteGroupBox {
  let group: any SQLiteGroup
  init(_ group: any SQLiteGroup) { self.group = group }
}

/// An aggregate or window function.
final class SQLiteAggregateFunction: SQLiteFunctionBox {
  let use: SQLiteUse
  let errors: SQLiteFunctionErrors
  let initial: () -> any SQLiteGroup

  init(use: SQLiteUse, errors: SQLiteFunctionErrors, initial: @escaping () -> any SQLiteGroup) {
    self.use = use
    self.errors = errors
    self.initial = initial
  }

  /// The callbacks of an aggregate function.
  static var callbacks: quarry_function_callbacks {
    var callbacks = quarry_function_callbacks()
    callbacks.step = { box, api, context, count, values in
      SQLiteCall.perform(box, api, context) { (function: SQLiteAggregateFunction, call) in
        try function.group(of: call).step(try call.arguments(count, values))
      }
    }
    // Called once for each group, also when the statement is abandoned: the group is let go here.
    callbacks.final = { box, api, context in
      SQLiteCall.perform(box, api, context) { (function: SQLiteAggregateFunction, call) in
        call.answer(try function.takeGroup(of: call).result())
      }
    }
    callbacks.destroy = { box in SQLiteCall.release(box, as: SQLiteAggregateFunction.self) }
    return callbacks
  }

  /// The callbacks of a window function.
  static var windowCallbacks: quarry_function_callbacks {
    var callbacks = callbacks
    callbacks.value = { box, api, context in
      SQLiteCall.perform(box, api, context) { (function: SQLiteAggregateFunction, call) in
        call.answer(try function.group(of: call).result())
      }
    }
    callbacks.inverse = { box, api, context, count, values in
      SQLiteCall.perform(box, api, context) { (function: SQLiteAggregateFunction, call) in
        try function.group(of: call).inverse(try call.arguments(count, values))
      }
    }
    return callbacks
  }

  /// The group of a call. The first call begins it.
  ///
  /// The engine gives each group some zeroed memory, which holds the address of its box here.
  private func group(of call: SQLiteCall) throws -> any SQLiteGroup {
    guard let slot = Self.slot(of: call, creating: true) else { throw SQLiteFunctionError("out of memory") }
    if let known = slot.pointee { return Unmanaged<SQLiteGroupBox>.fromOpaque(known).takeUnretainedValue().group }
    let box = SQLiteGroupBox(initial())
    slot.pointee = Unmanaged.passRetained(box).toOpaque()
    return box.group
  }

  /// The group that a call ends, or a new one if there was no row.
  private func takeGroup(of call: SQLiteCall) -> any SQLiteGroup {
    guard let slot = Self.slot(of: call, creating: false), let known = slot.pointee else { return initial() }
    slot.pointee = nil
    return Unmanaged<SQLiteGroupBox>.fromOpaque(known).takeRetainedValue().group
  }

  private static func slot(of call: SQLiteCall, creating: Bool) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    let size = creating ? Int32(MemoryLayout<UnsafeMutableRawPointer?>.size) : 0
    return call.api.pointee.aggregate_context(call.context, size)?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}
