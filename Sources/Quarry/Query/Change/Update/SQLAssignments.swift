/// Collects the assignments of an update: `{ $0.year = 1990; $0.count = $0.count + 1 }`.
///
/// Reading a column gives the value of the row before the update.
@dynamicMemberLookup
public struct SQLAssignments<Record: SQLMapped>: Sendable {
  private(set) var assignments: [SQLAssignment] = []

  /// Creates an empty list.
  public init() {}

  /// A column, to be read in an expression or to be assigned one.
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> SQLExpression<Value> {
    get { Record.self[keyPath: column].expression }
    set { set(Record.self[keyPath: column], to: newValue) }
  }

  /// A column, to be assigned an expression that may be NULL.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> SQLExpression<Value.Unwrapped?> {
    get { Record.self[keyPath: column].asOptional }
    set { set(Record.self[keyPath: column], to: newValue) }
  }

  /// A column that may be NULL, to be assigned an expression that never is.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value?>>
  ) -> SQLExpression<Value.Unwrapped> {
    get { Record.self[keyPath: column].asNonNull }
    set { set(Record.self[keyPath: column], to: newValue) }
  }

  /// A column, to be assigned a value; `nil` is NULL.
  @_disfavoredOverload  // Where a column is read, the expression is meant.
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> Value {
    @available(*, unavailable, message: "an assignment has no values to read")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    set { set(Record.self[keyPath: column], to: newValue) }
  }

  /// Assigns a value to a column.
  public mutating func set<Value>(_ column: SQLColumn<Value>, to value: Value) {
    add(column.definition, .bound(value, coding: column.coding))
  }

  /// Assigns an expression to a column.
  public mutating func set<Value, Expression: SQLExpressible>(
    _ column: SQLColumn<Value>, to expression: Expression
  ) where Expression.Value.Unwrapped == Value.Unwrapped {
    add(column.definition, expression.syntax)
  }

  /// Assigns NULL to a column, also to one whose Swift type has no NULL; the engine then refuses it or not.
  public mutating func setNull<Value>(_ column: SQLColumn<Value>) { add(column.definition, .value(.null)) }

  /// A later assignment to the same column takes the place of an earlier one.
  private mutating func add(_ column: SQLColumnDefinition, _ value: SQLSyntax.Expression) {
    assignments.removeAll { $0.column === column }
    assignments.append(SQLAssignment(column: column, value: value))
  }
}

/// One `column = expression` of an update or upsert.
struct SQLAssignment: Sendable {
  var column: SQLColumnDefinition
  var value: SQLSyntax.Expression
}
