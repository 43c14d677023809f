#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads what `@Column` says of one property.
struct ColumnReader {
  let reporter: Reporter
  /// Whether the property belongs to a group.
  let isGroup: Bool

  func read(_ attribute: AttributeSyntax, into column: inout ColumnProperty) {
    let list = attribute.labeledArguments
    for argument in list {
      let value = argument.expression
      switch argument.label?.text {
      case nil: column.columnName = value.trimmedDescription
      case "primaryKey":
        column.key = value
        if value.is(NilLiteralExprSyntax.self) { continue }
        column.arguments["primaryKey"] = value.trimmedDescription
        if isGroup { reporter.report(.groupKey, at: argument, .removing(argument, from: list)) }
      case "default": column.arguments["defaultValue"] = value.trimmedDescription
      case "references", "onDelete", "onUpdate", "deferred": continue
      case "as": column.representation = representation(value)
      case "prefix":
        column.prefix = value.trimmedDescription
        if column.isOptional, let type = column.typePlace {
          reporter.report(.optionalGroup, at: type, .unwrapping(type))
        }
      case let label?: column.arguments[label] = value.trimmedDescription
      }
    }
    column.arguments["references"] = reference(list)
    if column.representation != nil, column.arguments.removeValue(forKey: "coding") != nil,
      let coding = list.first(where: { $0.label?.text == "coding" })
    {
      reporter.report(.unusedCoding, at: coding, .removing(coding, from: list))
    }
  }

  private func representation(_ value: ExprSyntax) -> String? {
    (value.metatypeBase ?? value).trimmedDescription
  }

  /// The reference to the parent by its name: a foreign key may lead in a circle, and constants of two types can't wait for
  /// each other.
  private func reference(_ list: LabeledExprListSyntax) -> String? {
    let actions = Array(list).filter { ["onDelete", "onUpdate", "deferred"].contains($0.label?.text) }
    guard let argument = list.first(where: { $0.label?.text == "references" }) else {
      for action in actions { reporter.report(.actionWithoutReference, at: action, .removing(action, from: list)) }
      return nil
    }
    guard let parent = argument.expression.metatypeBase else {
      reporter.report(.reference, at: argument.expression)
      return nil
    }
    let rest = actions.map { ", " + $0.with(\.trailingComma, nil).trimmedDescription }.joined()
    return ".table(\(parent.trimmedDescription).tableName\(rest))"
  }
}

extension FixIt {
  /// Makes `T` of `T?`.
  static func unwrapping(_ type: TypeSyntax) -> FixIt {
    var wrapped = type
    if let optional = type.as(OptionalTypeSyntax.self) {
      wrapped = optional.wrappedType
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      wrapped = optional.wrappedType
    } else if let argument = type.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.first,
      case .type(let inner) = argument.argument
    {
      wrapped = inner
    }
    let message = "Replace '\(type.trimmedDescription)' with '\(wrapped.trimmedDescription)'"
    return replacing("unwrap", message, type, with: wrapped.with(\.trailingTrivia, type.trailingTrivia))
  }
}
#endif
