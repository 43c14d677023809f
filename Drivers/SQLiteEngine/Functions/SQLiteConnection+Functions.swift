internal import CQuarrySQLite
public import Quarry

/// The properties of a function, and the places where it can be used.
///
/// Source: <https://sqlite.org/c3ref/c_deterministic.html>.
public struct SQLiteFunctionOptions: OptionSet, Sendable, Hashable {
  /// The engine's flags.
  public let rawValue: Int32
  /// Creates options from the engine's flags.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Equal arguments give an equal result. The function can be used in indexes, and is called less often.
  public static let deterministic = SQLiteFunctionOptions(rawValue: SQLITE_DETERMINISTIC)
  /// The function can be used only in statements, not in the schema: views, triggers, defaults, indexes (since 3.30).
  public static let directOnly = SQLiteFunctionOptions(rawValue: SQLITE_DIRECTONLY)
  /// The function has no side effects and reveals nothing, so even an untrusted schema can use it (since 3.31).
  public static let innocuous = SQLiteFunctionOptions(rawValue: SQLITE_INNOCUOUS)
}

/// An error of a Swift function that is reported to SQL.
public struct SQLiteFunctionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The message for SQL. Don't put values in it.
  public let message: String
  /// Creates an error.
  public init(_ message: String) { self.message = message }
  /// The message.
  public var description: String { message }
}

extension SQLiteConnection {
  /// Adds a function that SQL can call on this connection, or replaces the one of that name and number of arguments.
  ///
  /// ```swift
  /// try connection.addFunction("initials", argumentCount: 1, options: .deterministic) { arguments in …  }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - argumentCount: The number of arguments, or `nil` for any number.
  ///   - options: The properties of the function.
  ///   - body: Returns the result. If it throws, the statement throws an error whose `underlying` error is the thrown
  ///     one. It runs on the connection's task. Inside it, calls of the connection throw `.reentrantAccess`. If it
  ///     closes the connection, that takes effect when the current call ends.
  /// - Throws: ``DatabaseError`` with code `.busy` while a statement runs, `.invalidQuery` if the number of arguments
  ///   isn't 0 to 1,000, `.connectionClosed`, or what else the engine reports.
  public func addFunction(
    _ name: String, argumentCount: Int? = nil, options: SQLiteFunctionOptions = [],
    _ body: @escaping ([SQLValue]) throws -> SQLValue
  ) throws(DatabaseError) {
    var callbacks = quarry_function_callbacks()
    callbacks.call = { box, api, context, count, values in
      SQLiteCall.perform(box, api, context) { (function: SQLiteScalarFunction, call) in
        call.answer(try function.body(try call.arguments(count, values)))
      }
    }
    callbacks.destroy = { box in SQLiteCall.release(box, as: SQLiteScalarFunction.self) }
    let function = SQLiteScalarFunction(use: use, errors: functionErrors, body: body)
    try create(name, argumentCount, options, &callbacks, Unmanaged.passRetained(function).toOpaque())
  }

  /// Adds an aggregate function, or replaces the one of that name and number of arguments.
  ///
  /// ```swift
  /// try connection.addAggregate("product", argumentCount: 1, initial: 1.0) { product, arguments in … } result: { … }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - argumentCount: The number of arguments, or `nil` for any number.
  ///   - options: The properties of the function.
  ///   - initial: The initial state of each group.
  ///   - step: Adds one row to the state.
  ///   - result: Returns the result of a group, which can be empty.
  /// - Throws: ``DatabaseError`` with code `.busy` while a statement runs, `.invalidQuery` if the number of arguments
  ///   isn't 0 to 1,000, `.connectionClosed`, or what else the engine reports.
  public func addAggregate<State>(
    _ name: String, argumentCount: Int? = nil, options: SQLiteFunctionOptions = [],
    initial: State, step: @escaping (inout State, [SQLValue]) throws -> Void,
    result: @escaping (State) throws -> SQLValue
  ) throws(DatabaseError) {
    let aggregate = SQLiteAggregateFunction(
      use: use, errors: functionErrors, initial: { SQLiteTypedGroup(initial, step: step, inverse: nil, result: result) }
    )
    var callbacks = SQLiteAggregateFunction.callbacks
    try create(name, argumentCount, options, &callbacks, Unmanaged.passRetained(aggregate).toOpaque())
  }

  /// Adds an aggregate function that can also be used as a window function. Needs SQLite 3.25.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - argumentCount: The number of arguments, or `nil` for any number.
  ///   - options: The properties of the function.
  ///   - initial: The initial state of each group or window.
  ///   - step: Adds one row to the state.
  ///   - inverse: Removes the oldest row from the state.
  ///   - result: Returns the result of a group or window, which can be empty.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` on an older engine, `.busy` while a statement runs,
  ///   `.invalidQuery` if the number of arguments isn't 0 to 1,000, `.connectionClosed`, or what else the engine
  ///   reports.
  public func addWindowFunction<State>(
    _ name: String, argumentCount: Int? = nil, options: SQLiteFunctionOptions = [],
    initial: State, step: @escaping (inout State, [SQLValue]) throws -> Void,
    inverse: @escaping (inout State, [SQLValue]) throws -> Void, result: @escaping (State) throws -> SQLValue
  ) throws(DatabaseError) {
    guard api.pointee.create_window_function != nil else {
      throw DatabaseError(
        .unsupportedFeature, "window functions need SQLite 3.25.0; this is \(capabilities.engine)")
    }
    let aggregate = SQLiteAggregateFunction(
      use: use, errors: functionErrors,
      initial: { SQLiteTypedGroup(initial, step: step, inverse: inverse, result: result) })
    var callbacks = SQLiteAggregateFunction.windowCallbacks
    try create(name, argumentCount, options, &callbacks, Unmanaged.passRetained(aggregate).toOpaque())
  }

  /// Removes the function of that name and number of arguments, and releases its closures.
  ///
  /// Does nothing if there is none. A function of the engine is hidden.
  ///
  /// - Throws: ``DatabaseError`` with code `.busy` while a statement runs, `.invalidQuery` if the number of arguments
  ///   isn't 0 to 1,000, `.connectionClosed`, or what else the engine reports.
  public func removeFunction(_ name: String, argumentCount: Int? = nil) throws(DatabaseError) {
    try inOneCall { database throws(DatabaseError) in
      try Self.checkName(name, "function")
      let code = quarry_delete_function(api, database, name, try Self.engineCount(argumentCount))
      guard code == SQLITE_OK else { throw failure(code, action: "can't remove the function \(name)") }
    }
  }

  /// The number of arguments for the engine, which uses -1 for any number.
  private static func engineCount(_ argumentCount: Int?) throws(DatabaseError) -> Int32 {
    guard let argumentCount else { return -1 }
    guard (0...1000).contains(argumentCount) else {
      throw DatabaseError(
        .invalidQuery, "a function can't take \(argumentCount) arguments: give 0 or more, or nil for any number")
    }
    return Int32(argumentCount)
  }

  /// Throws for a name with a zero byte, of which the engine would read only a part.
  static func checkName(_ name: String, _ what: String) throws(DatabaseError) {
    guard name.isEmpty || name.utf8.contains(0) else { return }
    throw DatabaseError(.invalidQuery, "the name of a \(what) has at least one byte, and no zero byte")
  }

  /// Registers a function at the engine, which releases the box in every case.
  private func create(
    _ name: String, _ argumentCount: Int?, _ options: SQLiteFunctionOptions,
    _ callbacks: inout quarry_function_callbacks, _ box: UnsafeMutableRawPointer
  ) throws(DatabaseError) {
    guard let database, !isClosed else {
      callbacks.destroy?(box)
      throw Self.closedError
    }
    let count: Int32
    do throws(DatabaseError) {
      try Self.checkName(name, "function")
      count = try Self.engineCount(argumentCount)
      if let refusal = use.refusal { throw refusal }
    } catch {
      callbacks.destroy?(box)
      throw error
    }
    use.enter()
    defer { use.leave() }
    nonblocking.runsForeignCode = true
    let code = quarry_create_function(
      api, database, name, count, SQLITE_UTF8 | options.rawValue, &callbacks, box)
    guard code == SQLITE_OK else { throw failure(code, action: "can't add the function \(name)") }
  }
}
