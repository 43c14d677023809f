#if Macros
import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Column`: read by ``TableExpansion`` and ``ColumnsExpansion``; reports where it has no effect.
package protocol ColumnExpansion: PeerMacro {}

extension ColumnExpansion {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    let reporter = Reporter(context, isSilent: false)
    if declaration.as(VariableDeclSyntax.self)?.isStored != true {
      reporter.report(.notStored, at: node, .removing(node))
    } else if !context.isInside("Table", "Columns") {
      reporter.report(.noTable, at: node)
    }
    return []
  }
}

/// `@Ignored`: read by ``TableExpansion`` and ``ColumnsExpansion``.
package protocol IgnoredExpansion: PeerMacro {}

extension IgnoredExpansion {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}

/// `#Index`, `#Unique` and `#ForeignKey`: read by ``TableExpansion``; report where they have no effect.
package protocol IndexExpansion: DeclarationMacro {}

extension IndexExpansion {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if !context.isInside("Table") {
      Reporter(context, isSilent: false).report(.outsideTable(node.macroName.text), at: node)
    }
    return []
  }
}

extension MacroExpansionContext {
  /// Whether the innermost type around has one of the attributes.
  fileprivate func isInside(_ names: String...) -> Bool {
    let structure = lexicalContext.first?.as(StructDeclSyntax.self)
    return names.contains { structure?.attributes.first(named: $0) != nil }
  }
}
#endif
