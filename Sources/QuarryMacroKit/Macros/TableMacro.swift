#if Macros
import SwiftDiagnostics
package import SwiftSyntax
import SwiftSyntaxBuilder
package import SwiftSyntaxMacros

/// `@Table`: writes the mapping of a struct.
package protocol TableExpansion: MemberMacro, ExtensionMacro, MemberAttributeMacro {}

extension TableExpansion {
  // The writers lay out what they write.
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let table = TableDeclaration(node, declaration, context, reports: true) else { return [] }
    return TableWriter(table: table).members
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let table = TableDeclaration(node, declaration, context, reports: false) else { return [] }
    return [TableWriter(table: table).conformance(type, protocols)].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [AttributeSyntax] { StorableCheck.attributes(member) }
}

/// `@Columns`: writes the columns of a group.
package protocol ColumnsExpansion: MemberMacro, ExtensionMacro, MemberAttributeMacro {}

extension ColumnsExpansion {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let record = record(node, declaration, context, reports: true) else { return [] }
    return [GroupWriter(record: record).columns]
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard let record = record(node, declaration, context, reports: false) else { return [] }
    return [GroupWriter(record: record).conformance(type, protocols)].compactMap { $0.as(ExtensionDeclSyntax.self) }
  }

  package static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [AttributeSyntax] { StorableCheck.attributes(member) }

  private static func record(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext, reports: Bool
  ) -> RecordDeclaration? {
    let reporter = Reporter(context, isSilent: !reports)
    let reader = RecordReader(macro: "Columns", reporter: reporter)
    guard let structure = reader.structure(declaration) else { return nil }
    let record = reader.record(structure, node.labeledArguments.naming(reporter), isGroup: true)
    return reporter.hasErrors ? nil : record
  }
}
#endif
