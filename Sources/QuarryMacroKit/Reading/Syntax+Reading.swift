#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

extension VariableDeclSyntax {
  /// Whether values of the type store the property.
  var isStored: Bool {
    let other: [Keyword] = [.static, .class, .lazy]
    guard !modifiers.contains(where: { modifier in other.contains { modifier.name.tokenKind == .keyword($0) } }) else {
      return false
    }
    return bindings.allSatisfy { binding in
      switch binding.accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let list):
        list.allSatisfy { [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
      }
    }
  }

  /// The attribute with a name, also where the module stands before it.
  func attribute(_ name: String) -> AttributeSyntax? { attributes.first(named: name) }
}

extension AttributeListSyntax {
  /// The attribute with a name, also where the module stands before it.
  func first(named name: String) -> AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
      let text = attribute.attributeName.trimmedDescription
      return text == name || text == "Quarry." + name
    }
  }
}

extension AttributeSyntax {
  /// The arguments; empty without any.
  var labeledArguments: LabeledExprListSyntax {
    if case .argumentList(let list)? = arguments { list } else { [] }
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainName: String { identifier?.name ?? text }
}

extension ExprSyntax {
  /// The type of a literal, or of an initializer without arguments.
  var evidentType: TypeSyntax? {
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Double" }
    if self.is(StringLiteralExprSyntax.self) { return "String" }
    if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    if let negative = self.as(PrefixOperatorExprSyntax.self), negative.operator.text == "-" {
      return negative.expression.evidentType
    }
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty, call.trailingClosure == nil,
      let type = call.calledExpression.as(DeclReferenceExprSyntax.self), type.argumentNames == nil,
      type.baseName.text.first?.isUppercase == true
    else { return nil }
    return "\(type.trimmed)"
  }

  /// The type `T` of an expression `T.self`.
  var metatypeBase: ExprSyntax? {
    guard let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return member.base
  }

  /// The name of a member such as `.plain` or `SQLPrimaryKey.plain`.
  var memberName: String? { self.as(MemberAccessExprSyntax.self)?.declName.baseName.plainName }
}

extension TypeSyntax {
  /// Whether the type is spelled as an optional.
  var isOptional: Bool {
    self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || self.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  /// The type with `T!` as `T?`.
  var plainOptional: TypeSyntax {
    guard let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return trimmed }
    return TypeSyntax(OptionalTypeSyntax(wrappedType: type.wrappedType.trimmed))
  }

  /// Whether the database can't assign a key of the type.
  var isKnownNotToBeAnInteger: Bool {
    let types = ["String", "Substring", "UUID", "Data", "Date", "URL", "Decimal", "Double", "Float", "Bool"]
    let name = trimmedDescription
    return types.contains(name.hasPrefix("Foundation.") ? String(name.dropFirst("Foundation.".count)) : name)
  }
}

/// Replaces `Self`, for code that is written into another type.
final class SelfReplacer: SyntaxRewriter {
  private let name: String

  init(_ name: String) { self.name = name }

  override func visit(_ token: TokenSyntax) -> TokenSyntax {
    token.tokenKind == .keyword(.Self) ? token.with(\.tokenKind, .identifier(name)) : token
  }

  /// The text of code outside of the type.
  func text(_ node: some SyntaxProtocol) -> String { rewrite(node.trimmed).trimmedDescription }
}
#endif
