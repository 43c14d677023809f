// A member of an assignment closure is read in one way and assigned in several. Each way is an overload of its own, and
// which one is meant has to be the best by the compiler's ranking alone:
//
// - The reading overload is the only one that is not disfavored, and the compound operators are its own. So an operand is
//   never read through an overload that exists to be assigned, and the compiler need not try those: a second one lets an
//   expression of four operators take seconds.
// - Values and expressions are assigned as optionals. The operators of the standard library do not take those: were the
//   type the column's own, `+= 1` would be the integer's operator. And nothing else takes an optional expression.
// - The refusal of `nil` must win over the assignment of values, which is an optional: so the latter is a member of a
//   protocol, which ranks behind the members of the type.
extension SQLAssignments {
  /// The value of a column before the update. Assign an expression of the same type to update the column.
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> SQLExpression<Value> {
    get { Record.self[keyPath: column].expression }
    set { set(Record.self[keyPath: column], to: newValue) }
  }

  /// A column to which you assign an expression of another optionality than the column's.
  @_disfavoredOverload
  public subscript<Value, Assigned: SQLExpressible>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> Assigned? where Assigned.Value.Unwrapped == Value.Unwrapped {
    @available(*, unavailable, message: "this form is only assigned to")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    set {
      let column = Record.self[keyPath: column]
      if let newValue { set(column, to: newValue) } else { setNull(column) }
    }
  }

  /// An optional column to which you assign a value. `nil` sets it to NULL.
  @_disfavoredOverload
  public subscript<Value: SQLValueConvertible>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value?>>
  ) -> Value? {
    @available(*, unavailable, message: "an assignment describes SQL and has no values to read")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    set { set(Record.self[keyPath: column], to: newValue) }
  }
}

/// Collects assignments to the columns of a record. Only ``SQLAssignments`` conforms.
public protocol SQLAssigning<Record>: Sendable {
  /// The type whose columns are assigned.
  associatedtype Record: SQLMapped

  /// Assigns a value to a column.
  mutating func set<Value>(_ column: SQLColumn<Value>, to value: Value)

  /// Sets a column to NULL.
  mutating func setNull<Value>(_ column: SQLColumn<Value>)
}

extension SQLAssigning {
  /// A column that isn't optional, to which you assign a value.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> Value? where Value.Unwrapped == Value {
    @available(*, unavailable, message: "an assignment describes SQL and has no values to read")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    set {
      let column = Record.self[keyPath: column]
      if let newValue { set(column, to: newValue) } else { setNull(column) }
    }
  }
}

// MARK: What is refused, with a message

extension SQLAssignments {
  /// Rejects `nil` for a column that isn't optional, with a message of the compiler.
  @_disfavoredOverload
  public subscript<Value>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> SQLNoValue<Value> where Value.Unwrapped == Value {
    get { SQLNoValue(nilLiteral: ()) }
    @available(
      *, unavailable,
      message: "the column is never NULL; declare it as SQLColumn of an optional, or write setNull(_:)"
    )
    set {}
  }

  /// Rejects an optional value for a column that isn't optional, with a message of the compiler.
  @_disfavoredOverload
  public subscript<Value, Assigned: SQLValueConvertible & ExpressibleByNilLiteral>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> Assigned where Assigned.Unwrapped == Value, Value.Unwrapped == Value {
    @available(*, unavailable, message: "an assignment describes SQL and has no values to read")
    get { preconditionFailure("unreachable: the compiler refuses every call of this getter") }
    @available(
      *, unavailable,
      message: "the column is never NULL and the value is optional; unwrap it, or declare the column as optional"
    )
    set {}
  }

  /// Rejects an expression of another type than the column's, with a message of the compiler.
  @available(
    *, unavailable,
    message: "the expression has another type than the column; convert it with cast(to:), or say typed(as:)"
  )
  @_disfavoredOverload
  public subscript<Value, Assigned: SQLExpressible>(
    dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>
  ) -> Assigned? {
    get { preconditionFailure("unreachable: the compiler refuses every call") }
    set {}
  }

  /// Rejects reading a value, with a message of the compiler.
  @available(*, unavailable, message: "an assignment describes SQL and has no values to read")
  @_disfavoredOverload
  public subscript<Value>(dynamicMember column: KeyPath<Record.Type, SQLColumn<Value>>) -> Value {
    get { preconditionFailure("unreachable: the compiler refuses every call") }
    set {}
  }
}

/// The `nil` that a column can't take because it isn't optional.
public struct SQLNoValue<Value>: ExpressibleByNilLiteral, Sendable {
  /// Creates the value from `nil`.
  public init(nilLiteral: ()) {}
}
