/// A window: the rows that a window function uses, and their order.
///
/// Requires SQLite 3.25; on an older engine the query throws `.unsupportedFeature`.
///
/// Source: <https://sqlite.org/windowfunctions.html>.
public struct SQLWindow: Sendable {
  /// The untyped window.
  public var syntax: SQLSyntax.Window

  /// Creates a window.
  ///
  /// - Parameters:
  ///   - partition: The expressions whose equal values make a partition.
  ///   - order: The order of the rows inside a partition.
  ///   - frame: The rows around the current one. If `nil`, SQLite's default.
  public init(
    partitionBy partition: any SQLExpressible..., orderBy order: any SQLOrderable..., frame: SQLFrame? = nil
  ) {
    self.init(partition: partition, order: order, frame: frame)
  }

  /// Creates a window that extends one that the query names.
  public init(named base: String, orderBy order: any SQLOrderable..., frame: SQLFrame? = nil) {
    self.init(partition: [], order: order, frame: frame)
    syntax.base = base
  }

  init(partition: [any SQLExpressible], order: [any SQLOrderable], frame: SQLFrame?) {
    var terms = order.flatMap { $0.orderings }
    // The distance of a RANGE is added to what is stored.
    if let frame, frame.hasRangeDistance, let index = terms.firstIndex(where: { $0.form?.isNumber == false }) {
      let form = terms[index].form ?? .integer
      terms[index].expression = .failure(
        DatabaseError(
          .invalidQuery,
          "The distance of a RANGE frame is a number, and the window is ordered by values that are stored as \(form). "
            + "Order by .typed(as: Int64.self) or .cast(to: Double.self), and give the distance in that unit."))
    }
    syntax = SQLSyntax.Window(
      partition: partition.map { $0.equatable(to: "make partitions") }, order: terms, frame: frame)
  }
}

/// The frame of a window: `SQLFrame(.rows, from: .preceding(2), to: .currentRow)`.
public typealias SQLFrame = SQLSyntax.Frame

extension SQLFrame {
  /// Whether a bound is a distance of the sort key.
  fileprivate var hasRangeDistance: Bool {
    guard unit == .range else { return false }
    return [start, end].contains { bound in
      switch bound {
      case .preceding, .following: true
      default: false
      }
    }
  }
}

/// A function call that can use a window.
public protocol SQLWindowable<WindowValue>: Sendable {
  /// The Swift type of the result.
  associatedtype WindowValue: SQLValueConvertible
  /// The call without its window.
  var call: SQLSyntax.Function { get }
  /// The coding of the result, or `nil` for the type's usual form.
  var resultCoding: SQLValueCoding<WindowValue.Unwrapped>? { get }
}

extension SQLWindowable {
  /// Returns the call over a window.
  public func over(
    partitionBy partition: any SQLExpressible..., orderBy order: any SQLOrderable..., frame: SQLFrame? = nil
  ) -> SQLExpression<WindowValue> {
    over(SQLWindow(partition: partition, order: order, frame: frame))
  }

  /// Returns the call over a window.
  public func over(_ window: SQLWindow) -> SQLExpression<WindowValue> { over(.inline(window.syntax)) }

  /// Returns the call over a window that the query names.
  public func over(named name: String) -> SQLExpression<WindowValue> { over(.named(name)) }

  private func over(_ use: SQLSyntax.WindowUse) -> SQLExpression<WindowValue> {
    var function = call
    function.window = use
    return SQLExpression(syntax: .function(function), coding: resultCoding)
  }
}

/// A function that only works over a window.
public struct SQLWindowFunction<Value: SQLValueConvertible>: SQLWindowable {
  /// The type of the result.
  public typealias WindowValue = Value
  /// The call without its window.
  public let call: SQLSyntax.Function
  /// The coding of the result, or `nil` for the type's usual form.
  public let resultCoding: SQLValueCoding<Value.Unwrapped>?

  init(_ name: String, _ arguments: [SQLSyntax.Expression], coding: SQLValueCoding<Value.Unwrapped>? = nil) {
    call = SQLSyntax.Function(.builtIn(name), arguments, needs: [.windowFunctions])
    resultCoding = coding
  }
}
