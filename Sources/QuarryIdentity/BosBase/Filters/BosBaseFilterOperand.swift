#if Identity
internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The field on the left of a comparison: its name, and the form of its values.
struct BosBaseFilterOperand {
  /// The form of values.
  enum Kind {
    case plain, bool, date, decimal
  }

  let name: String
  let kind: Kind

  init(_ expression: SQLSyntax.Expression) throws(BosBaseError) {
    switch expression.node {
    case .column(_, let column):
      name = try BosBaseLiteral.identifier(column.name)
      kind = try Self.kind(column)
    case .function(let function):
      guard case .builtIn("lower") = function.name, function.arguments.count == 1, function.filter == nil,
        function.window == nil, case .column = function.arguments[0].node
      else { throw BosBaseFilterRenderer.refusal(expression) }
      name = try BosBaseFilterOperand(function.arguments[0]).name + ":lower"
      kind = .plain
    case .json(let operand, let path, asJSON: false):
      guard case .column(_, let column) = operand.node, path.hasPrefix("$.") else {
        throw BosBaseFilterRenderer.refusal(expression)
      }
      name = try BosBaseLiteral.identifier(column.name + path.dropFirst())
      kind = .plain
    default: throw BosBaseFilterRenderer.refusal(expression)
    }
  }

  private static func kind(_ column: SQLColumnDefinition) throws(BosBaseError) -> Kind {
    guard column.isTyped else { return .plain }
    switch column.plainType {
    case ObjectIdentifier(Bool.self): return .bool
    case ObjectIdentifier(Date.self): return .date
    case ObjectIdentifier(Decimal.self): return .decimal
    case nil:
      throw BosBaseError(
        .unsupportedFilter, "The column \"\(column.name)\" has a coding, and the server stores values without one")
    default: return .plain
    }
  }

  /// A value in the grammar's form for this field.
  func literal(_ value: SQLValue) throws(BosBaseError) -> String {
    switch (kind, value) {
    case (_, .null): return "null"
    case (.bool, .integer(let value)): return value == 0 ? "false" : "true"
    // The core's dates differ from the server's in one letter.
    case (.date, .text(let text)): return try BosBaseLiteral.quoted(text.replacing("T", with: " "))
    case (.decimal, .text(let text)):
      guard let value = Double(text) else { break }
      return try BosBaseLiteral.text(of: .number(value))
    case (_, .integer(let value)): return try BosBaseLiteral.text(of: .integer(value))
    case (_, .real(let value)): return try BosBaseLiteral.text(of: .number(value))
    case (_, .text(let value)): return try BosBaseLiteral.text(of: .text(value))
    default: break
    }
    throw BosBaseError(.unsupportedFilter, "A filter can't compare \"\(name)\" with a \(value.storageClass)")
  }
}

/// The patterns of LIKE as values of `~`.
enum BosBaseFilterPattern {
  static func text(
    _ pattern: SQLSyntax.Expression, escape: SQLSyntax.Expression?
  ) throws(BosBaseError) -> String {
    guard let pattern = constant(pattern) else {
      throw BosBaseError(.unsupportedFilter, "A filter can't express LIKE with a pattern of a column")
    }
    let steps = self.steps(pattern, escape: escape.flatMap(constant)?.unicodeScalars.first)
    guard steps.contains(.any) else {
      throw BosBaseError(
        .unsupportedFilter, "A filter can't express LIKE without \"%\"; compare with == or contains instead")
    }
    if steps.count >= 2, steps.first == .any, steps.last == .any {
      var part = ""
      for case .scalar(let scalar) in steps.dropFirst().dropLast() { part.unicodeScalars.append(scalar) }
      if part.unicodeScalars.count == steps.count - 2 { return try BosBaseLiteral.part(.text(part)) }
    }
    return try BosBaseLiteral.pattern(steps)
  }

  private static func constant(_ expression: SQLSyntax.Expression) -> String? {
    switch expression.node {
    case .value(.text(let text)), .literal(.text(let text)): text
    default: nil
    }
  }

  private static func steps(_ pattern: String, escape: Unicode.Scalar?) -> [BosBaseLiteral.Step] {
    var steps: [BosBaseLiteral.Step] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        steps.append(.scalar(scalar))
        isEscaped = false
      } else if scalar == escape {
        isEscaped = true
      } else {
        steps.append(scalar == "%" ? .any : scalar == "_" ? .one : .scalar(scalar))
      }
    }
    return steps
  }
}
#endif
