// What `dump`, `print` and debuggers that use mirrors show of a tree: all of its structure, and of the values that a program
// binds only their kinds, since they may be passwords and personal data.

extension SQLSyntax.Node: CustomReflectable {
  /// The name of the node and its operands. Bound values show only their storage classes.
  public var customMirror: Mirror {
    switch self {
    case .value(let value): shown("value", value.storageClass.description)
    case .literal(let value): shown("literal", value)
    case .failure(let error): shown("failure", error)
    case .column(let source, let column): shown("column", source as Any, column)
    case .resultColumn(let index): shown("resultColumn", index)
    case .unary(let operation, let operand): shown("unary", operation, operand)
    case .binary(let operation, let left, let right): shown("binary", operation, left, right)
    case .all(let terms): shown("all", terms)
    case .any(let terms): shown("any", terms)
    case .between(let operand, let lower, let upper, let negated): shown("between", operand, lower, upper, negated)
    case .isNull(let operand, let negated): shown("isNull", operand, negated)
    case .inValues(let operand, let values, let negated):
      shown("inValues", operand, values.map(\.storageClass.description), negated)
    case .inList(let operand, let members, let negated): shown("inList", operand, members, negated)
    case .inRows(let operands, let rows, let negated): shown("inRows", operands, rows, negated)
    case .inQuery(let operands, let query, let negated): shown("inQuery", operands, query, negated)
    case .pattern(let operation, let operand, let pattern, let escape, let negated):
      shown("pattern", operation, operand, pattern, escape as Any, negated)
    case .exists(let query, let negated): shown("exists", query, negated)
    case .scalar(let query): shown("scalar", query)
    case .choice(let base, let branches, let otherwise): shown("choice", base as Any, branches, otherwise as Any)
    case .cast(let operand, let type): shown("cast", operand, type)
    case .collate(let operand, let collation): shown("collate", operand, collation)
    case .function(let function): shown("function", function)
    case .row(let members): shown("row", members)
    case .json(let operand, let path, let asJSON): shown("json", operand, path, asJSON)
    case .raw(let parts): shown("raw", parts)
    }
  }

  private func shown(_ name: String, _ children: Any...) -> Mirror {
    Mirror(self, children: children.map { value -> Mirror.Child in (name, value) }, displayStyle: .struct)
  }
}

extension SQLSyntax.Terms: CustomReflectable {
  /// The terms of this list, without the store that it shares with other lists.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: array, displayStyle: .collection) }
}

extension SQLSyntax.Frame.Bound: CustomReflectable {
  /// The kind of the bound, and the storage class of its value.
  public var customMirror: Mirror {
    let child: (label: String?, value: Any) =
      switch self {
      case .unboundedPreceding: ("unboundedPreceding", ())
      case .preceding(let value): ("preceding", value.storageClass.description)
      case .currentRow: ("currentRow", ())
      case .following(let value): ("following", value.storageClass.description)
      case .unboundedFollowing: ("unboundedFollowing", ())
      }
    return Mirror(self, children: [child], displayStyle: .struct)
  }
}
