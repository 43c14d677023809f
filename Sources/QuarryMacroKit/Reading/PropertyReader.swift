#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads the columns out of the properties of a struct.
struct PropertyReader {
  let naming: Naming
  let isGroup: Bool
  let reporter: Reporter

  /// How columns are named after properties.
  enum Naming {
    case identical, snakeCase

    func columnName(_ property: String) -> String {
      self == .identical ? property : SnakeCase.name(of: property)
    }
  }

  /// The columns of a struct, in order.
  func columns(of structure: StructDeclSyntax) -> [ColumnProperty] {
    var columns: [ColumnProperty] = []
    for member in structure.memberBlock.members {
      if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        reportConditional(condition)
      } else if let property = member.decl.as(VariableDeclSyntax.self), property.isStored {
        columns += self.columns(property)
      }
    }
    return columns
  }

  private func reportConditional(_ condition: IfConfigDeclSyntax) {
    for clause in condition.clauses {
      guard case .decls(let members)? = clause.elements else { continue }
      for member in members {
        guard let property = member.decl.as(VariableDeclSyntax.self), property.isStored,
          property.attribute("Ignored") == nil
        else { continue }
        reporter.report(.conditional, at: property.bindingSpecifier)
      }
    }
  }

  private func columns(_ property: VariableDeclSyntax) -> [ColumnProperty] {
    let column = property.attribute("Column")
    if property.attribute("Ignored") != nil {
      if let column { reporter.report(.ignoredColumn, at: column, .removing(column)) }
      reportWithoutValue(property)
      return []
    }
    return property.bindings.compactMap { binding in
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        reporter.report(.pattern, at: binding.pattern)
        return nil
      }
      guard let type = type(of: binding, in: property) else {
        let annotated: PatternSyntax = "\(pattern.trimmed): <#Type#>\(pattern.trailingTrivia)"
        reporter.report(
          .noType(pattern.identifier.plainName), at: pattern,
          .replacing("add-type", "Add a type annotation", pattern, with: annotated))
        return nil
      }
      if property.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil {
        reporter.report(.constantWithValue, at: property.bindingSpecifier, .toVariable(property.bindingSpecifier))
        return nil
      }
      var result = ColumnProperty(
        name: pattern.identifier.text,
        columnName: "\"\(naming.columnName(pattern.identifier.plainName))\"", type: type,
        typePlace: writtenType(of: binding, in: property), initial: binding.initializer?.value.trimmed,
        access: Access(property.modifiers) ?? .internal,
        comment: property.leadingTrivia.documentation, place: pattern.identifier)
      if let column { ColumnReader(reporter: reporter, isGroup: isGroup).read(column, into: &result) }
      if result.isGenerated { reportGenerated(property, binding) }
      return result
    }
  }

  private func type(of binding: PatternBindingSyntax, in property: VariableDeclSyntax) -> TypeSyntax? {
    writtenType(of: binding, in: property)?.plainOptional ?? binding.initializer?.value.evidentType
  }

  private func writtenType(of binding: PatternBindingSyntax, in property: VariableDeclSyntax) -> TypeSyntax? {
    if let type = binding.typeAnnotation?.type { return type }
    // `var a, b: Int`: the type stands at the last one.
    return binding.initializer == nil ? property.bindings.last?.typeAnnotation?.type : nil
  }

  /// A property that isn't read from rows starts with its value.
  private func reportWithoutValue(_ property: VariableDeclSyntax) {
    for binding in property.bindings where binding.initializer == nil {
      let isVariable = property.bindingSpecifier.tokenKind == .keyword(.var)
      if isVariable, binding.typeAnnotation?.type.isOptional == true { continue }
      var filled = binding.trimmed
      filled.initializer = InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: ExprSyntax("<#value#>"))
      reporter.report(
        .ignoredWithoutValue, at: binding.pattern,
        .replacing("add-value", "Add a default value", binding, with: filled))
    }
  }

  /// The property of a generated column is a constant, or can be set by the type alone.
  private func reportGenerated(_ property: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    let specifier = property.bindingSpecifier
    guard specifier.tokenKind == .keyword(.var), !property.modifiers.contains(where: { $0.detail != nil }) else {
      return
    }
    guard binding.initializer != nil else {
      return reporter.report(
        .generatedVariable, at: specifier,
        .replacing("to-constant", "Replace 'var' with 'let'", specifier, with: specifier.keyword(.let)))
    }
    let hidden = TokenSyntax.identifier(
      "private(set) var", leadingTrivia: specifier.leadingTrivia, trailingTrivia: specifier.trailingTrivia)
    reporter.report(
      .generatedVariable, at: specifier,
      .replacing("hide-setter", "Make the setter private", specifier, with: hidden))
  }
}

extension FixIt {
  static func toVariable(_ specifier: TokenSyntax) -> FixIt {
    replacing("to-variable", "Replace 'let' with 'var'", specifier, with: specifier.keyword(.var))
  }
}

extension TokenSyntax {
  func keyword(_ keyword: Keyword) -> TokenSyntax { with(\.tokenKind, .keyword(keyword)) }
}

extension Trivia {
  /// The lines of a documentation comment.
  var documentation: [String] {
    compactMap { piece in
      switch piece {
      case .docLineComment(let text), .docBlockComment(let text): text
      default: nil
      }
    }
  }
}
#endif
