/// Collects the assignments of an update: `{ $0.year = 1990; $0.plays += 1 }`.
///
/// A column can be assigned a value, `nil` if it's optional, or an expression over the columns of the row. Reading a
/// column gives its value before the update:
///
/// ```swift
/// try await database.update(Album.where { $0.artistID == 7 }) {
///   $0.title = $0.title + " (live)"
///   $0.plays += 1
///   $0.rating = nil
/// }
/// ```
///
/// An expression that may be NULL can be assigned to a column that isn't optional. If it's NULL, the update throws
/// `.constraintNotNull`.
@dynamicMemberLookup
public struct SQLAssignments<Record: SQLMapped>: SQLAssigning {
  private(set) var assignments: [SQLAssignment] = []

  /// Creates an empty list.
  public init() {}

  /// Assigns a value to a column.
  public mutating func set<Value>(_ column: SQLColumn<Value>, to value: Value) {
    add(column.definition, .bound(value, coding: column.coding))
  }

  /// Assigns an expression to a column, in the column's coding.
  ///
  /// If the expression's coding can't be converted exactly to the column's coding, running the update throws
  /// `.invalidQuery`.
  public mutating func set<Value, Expression: SQLExpressible>(
    _ column: SQLColumn<Value>, to expression: Expression
  ) where Expression.Value.Unwrapped == Value.Unwrapped {
    add(column.definition, expression.assigned(to: column))
  }

  /// Sets the column to NULL, even if its Swift type isn't optional. A NOT NULL constraint can reject the update.
  public mutating func setNull<Value>(_ column: SQLColumn<Value>) { add(column.definition, .value(.null)) }

  /// Adds an assignment. A later assignment to a column replaces an earlier one.
  mutating func add(_ column: SQLColumnDefinition, _ value: SQLSyntax.Expression) {
    assignments.removeAll { $0.column === column }
    assignments.append(SQLAssignment(column: column, value: value))
  }
}

/// One `column = expression` of an update or upsert.
struct SQLAssignment: Sendable {
  var column: SQLColumnDefinition
  var value: SQLSyntax.Expression
}
