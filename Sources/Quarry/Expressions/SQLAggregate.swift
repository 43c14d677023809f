/// A call of an aggregate function: one value for a group of rows.
public struct SQLAggregate<Value: SQLValueConvertible>: SQLExpressible, SQLWindowable {
  /// The type of the result.
  public typealias WindowValue = Value
  /// The call.
  public private(set) var call: SQLSyntax.Function
  /// The coding of the result, or `nil` for the type's usual form.
  public let coding: SQLValueCoding<Value.Unwrapped>?
  /// The coding of the result, or `nil` for the type's usual form.
  public var resultCoding: SQLValueCoding<Value.Unwrapped>? { coding }

  /// Creates a call.
  public init(_ call: SQLSyntax.Function, coding: SQLValueCoding<Value.Unwrapped>? = nil) {
    self.call = call
    self.call.isAggregate = true
    self.coding = coding
  }

  init(
    _ name: String, _ arguments: [SQLSyntax.Expression], distinct: Bool = false, needs: FeatureSet = [],
    coding: SQLValueCoding<Value.Unwrapped>? = nil
  ) {
    var call = SQLSyntax.Function(.builtIn(name), arguments, needs: needs)
    call.isDistinct = distinct
    self.init(call, coding: coding)
  }

  /// The untyped tree.
  public var syntax: SQLSyntax.Expression { .function(call) }

  /// Uses only the rows that meet a condition, in addition to the conditions of earlier calls (`FILTER`).
  ///
  /// On an engine without FILTER, Quarry uses an equivalent CASE for aggregates that ignore NULL.
  public func filter<Condition: SQLExpressible>(_ condition: Condition) -> Self
  where Condition.Value.Unwrapped == Bool {
    var copy = self
    copy.call.filter = call.filter.map { .conjunction($0, condition.truth) } ?? condition.truth
    return copy
  }

  /// Uses the rows in an order. Requires SQLite 3.44; on an older engine the query throws `.unsupportedFeature`.
  public func order(by terms: any SQLOrderable...) -> Self {
    var copy = self
    copy.call.order += terms.flatMap { $0.orderings }
    return copy
  }
}

extension SQLExpressible {
  /// Returns the number of rows in which the expression isn't NULL.
  public func count(distinct: Bool = false) -> SQLAggregate<Int> {
    SQLAggregate("count", [distinct ? equatable(to: "count distinct values") : syntax], distinct: distinct)
  }
  /// Returns the smallest value, or NULL if there is none.
  public func min() -> SQLAggregate<Value.Unwrapped?> {
    SQLAggregate("min", [ordered(to: "find the smallest value")], coding: coding)
  }
  /// Returns the largest value, or NULL if there is none.
  public func max() -> SQLAggregate<Value.Unwrapped?> {
    SQLAggregate("max", [ordered(to: "find the largest value")], coding: coding)
  }
  /// Returns the values as one text, or NULL if there is none.
  ///
  /// The order of the values is undefined unless you call ``SQLAggregate/order(by:)``.
  public func groupConcat(separator: String? = nil, distinct: Bool = false) -> SQLAggregate<String?> {
    var arguments = [readable(in: "groupConcat")]
    if let separator { arguments.append(.value(.text(separator))) }
    if distinct, separator != nil {
      // SQLite takes DISTINCT only for calls with one argument.
      arguments = [
        .failure(
          DatabaseError(
            .invalidQuery,
            "SQLite joins distinct values only with its own separator, the comma; leave the separator out"))
      ]
    }
    return SQLAggregate("group_concat", arguments, distinct: distinct)
  }
  /// Returns the values as a JSON array.
  public func jsonGroupArray() -> SQLAggregate<String> {
    SQLAggregate("json_group_array", [readable(in: "jsonGroupArray")], needs: [.jsonGroupAggregates])
  }
}

extension SQLExpressible where Value.Unwrapped: Numeric {
  /// Returns the sum, in the column's coding, or NULL if there is no value. If a sum of integers exceeds 64 bits,
  /// running the query throws `.statementFailed`.
  public func sum(distinct: Bool = false) -> SQLAggregate<Value.Unwrapped?> {
    SQLAggregate("sum", [summand("sum")], distinct: distinct, coding: coding)
  }
  /// Returns the sum as a real number, or 0 if there is no value.
  public func total(distinct: Bool = false) -> SQLAggregate<Double> {
    let coding = SQLValueCoding<Double>.mean(of: storedForm)?.value
    return SQLAggregate("total", [summand("sum")], distinct: distinct, coding: coding)
  }
  /// Returns the mean as a real number, or NULL if there is no value.
  public func average(distinct: Bool = false) -> SQLAggregate<Double?> {
    let coding = SQLValueCoding<Double>.mean(of: storedForm)?.value
    return SQLAggregate("avg", [summand("average")], distinct: distinct, coding: coding)
  }

  private func summand(_ action: String) -> SQLSyntax.Expression {
    storedForm.scale != nil ? syntax : .failure(.arithmetic(Value.Unwrapped.self, syntax, storedForm, action))
  }
}

extension SQLExpressible {
  /// Returns the value in the row `distance` rows before the current one, or NULL if there is no such row.
  public func lag(_ distance: Int = 1) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction("lag", [syntax, .value(.integer(Int64(distance)))], coding: coding)
  }
  /// Returns the value in the row `distance` rows before the current one, or `value` if there is no such row.
  public func lag(_ distance: Int, default value: Value.Unwrapped) -> SQLWindowFunction<Value> {
    SQLWindowFunction("lag", [syntax, .value(.integer(Int64(distance))), bound(value)], coding: coding)
  }
  /// Returns the value in the row `distance` rows after the current one, or NULL if there is no such row.
  public func lead(_ distance: Int = 1) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction("lead", [syntax, .value(.integer(Int64(distance)))], coding: coding)
  }
  /// Returns the value in the row `distance` rows after the current one, or `value` if there is no such row.
  public func lead(_ distance: Int, default value: Value.Unwrapped) -> SQLWindowFunction<Value> {
    SQLWindowFunction("lead", [syntax, .value(.integer(Int64(distance))), bound(value)], coding: coding)
  }
  /// Returns the value in the first row of the frame, or NULL if the frame is empty.
  public func firstValue() -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction("first_value", [syntax], coding: coding)
  }
  /// Returns the value in the last row of the frame, or NULL if the frame is empty.
  public func lastValue() -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction("last_value", [syntax], coding: coding)
  }
  /// Returns the value in the row at a position of the frame, from 1, or NULL if there is no such row.
  public func nthValue(_ position: Int) -> SQLWindowFunction<Value.Unwrapped?> {
    SQLWindowFunction("nth_value", [syntax, .value(.integer(Int64(position)))], coding: coding)
  }
}
