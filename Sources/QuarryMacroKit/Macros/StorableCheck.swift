#if Macros
import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// Tells a property that can't be stored at the property itself: of two macros of one name the compiler chooses the one
/// whose requirement the type meets, and the other one reports.
enum StorableCheck {
  /// The attribute that checks the type of a column.
  static func attributes(_ member: some DeclSyntaxProtocol) -> [AttributeSyntax] {
    guard let property = member.as(VariableDeclSyntax.self), property.isStored, property.bindings.count == 1,
      property.attribute("Ignored") == nil, let type = property.bindings.first?.typeAnnotation?.type.plainOptional
    else { return [] }
    for argument in property.attribute("Column")?.labeledArguments ?? [] {
      if ["as", "prefix"].contains(argument.label?.text) { return [] }
    }
    return ["@_StoredColumn((\(type)).self)"]
  }
}

/// What is chosen for a type that can be stored.
package protocol StorableExpansion: PeerMacro {}

extension StorableExpansion {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}

/// What is chosen for any other type.
package protocol UnstorableExpansion: PeerMacro {}

extension UnstorableExpansion {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let type = declaration.as(VariableDeclSyntax.self)?.bindings.first?.typeAnnotation?.type
    Reporter(context, isSilent: false).report(
      .notStorable(type?.trimmedDescription ?? "This type"), at: type.map { Syntax($0) } ?? Syntax(declaration))
    return []
  }
}
#endif
