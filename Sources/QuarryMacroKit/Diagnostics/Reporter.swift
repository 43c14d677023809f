#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Collects what is wrong with one declaration.
///
/// Two roles of a macro read the same declaration; one of them reports.
final class Reporter {
  private let context: any MacroExpansionContext
  private let isSilent: Bool
  /// Whether nothing can be written.
  private(set) var hasErrors = false

  init(_ context: any MacroExpansionContext, isSilent: Bool) {
    self.context = context
    self.isSilent = isSilent
  }

  /// Whether the declaration is nested in another type.
  var isNested: Bool { !context.lexicalContext.isEmpty }

  func report(_ message: MacroDiagnostic, at node: some SyntaxProtocol, _ fixIts: FixIt...) {
    if message.severity == .error { hasErrors = true }
    guard !isSilent else { return }
    context.diagnose(Diagnostic(node: Syntax(node), message: message, fixIts: fixIts))
  }
}

extension FixIt {
  /// Replaces a node.
  static func replacing(
    _ id: String, _ message: String, _ node: some SyntaxProtocol, with other: some SyntaxProtocol
  ) -> FixIt {
    FixIt(message: MacroFix(id, message), changes: [.replace(oldNode: Syntax(node), newNode: Syntax(other))])
  }

  /// Removes an attribute, with the blank or the line end behind it.
  static func removing(_ attribute: AttributeSyntax) -> FixIt {
    let name = attribute.attributeName.trimmedDescription
    let nothing = TokenSyntax.identifier("", leadingTrivia: attribute.leadingTrivia)
    return replacing("remove-attribute", "Remove '@\(name)'", attribute, with: nothing)
  }

  /// Removes an argument from its list.
  static func removing(_ argument: LabeledExprSyntax, from list: LabeledExprListSyntax) -> FixIt {
    let label = argument.label.map { "'\($0.text)'" } ?? "the argument"
    var rest = list.filter { $0.id != argument.id }
    if let last = rest.indices.last { rest[last].trailingComma = nil }
    return replacing("remove-argument", "Remove \(label)", list, with: rest)
  }
}
#endif
