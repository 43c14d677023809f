#if Macros
@testable import QuarryMacroKit
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct TableMacro: TableExpansion {}
struct ColumnsMacro: ColumnsExpansion {}
struct ColumnMacro: ColumnExpansion {}
struct IgnoredMacro: IgnoredExpansion {}
struct IndexMacro: IndexExpansion {}
struct StorableMacro: StorableExpansion {}
struct UnstorableMacro: UnstorableExpansion {}

/// The macros as the tests expand them.
enum MacroCheck {
  static let macros: [String: MacroSpec] = [
    "Table": MacroSpec(type: TableMacro.self, conformances: ["SQLDecodable", "SQLCodable"]),
    "Columns": MacroSpec(type: ColumnsMacro.self, conformances: ["SQLColumnGroup"]),
    "Column": MacroSpec(type: ColumnMacro.self),
    "Ignored": MacroSpec(type: IgnoredMacro.self),
    "Index": MacroSpec(type: IndexMacro.self),
    "Unique": MacroSpec(type: IndexMacro.self),
    "ForeignKey": MacroSpec(type: IndexMacro.self),
    "_StoredColumn": MacroSpec(type: StorableMacro.self),
  ]

  /// What a source expands to.
  static func expansion(of source: String) -> String {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: {
        BasicMacroExpansionContext(sharingWith: context, lexicalContext: $0.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2))
    return expanded.description
  }

  /// Compares what a source expands to.
  static func expect(
    _ source: String, expandsTo expected: String, at location: Testing.SourceLocation = #_sourceLocation
  ) {
    check(source, expected, [], at: location)
  }

  /// Compares what is said of a source, nothing by default, and what the fix-its make of it.
  static func expect(
    _ source: String, says diagnostics: DiagnosticSpec..., fixed: String? = nil,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    check(source, expansion(of: source), diagnostics, fixed: fixed, at: location)
  }

  static func check(
    _ source: String, _ expected: String, _ diagnostics: [DiagnosticSpec], fixed: String? = nil,
    macros: [String: MacroSpec] = macros, at location: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source, expandedSource: expected, diagnostics: diagnostics, macroSpecs: macros, fixedSource: fixed,
      indentationWidth: .spaces(2),
      failureHandler: { Issue.record(Comment(rawValue: $0.message), sourceLocation: location) })
  }
}

extension DiagnosticSpec {
  /// An error or a warning of the macros.
  static func said(
    _ id: String, _ message: String, _ line: Int, _ column: Int, _ fixes: String..., isWarning: Bool = false
  ) -> DiagnosticSpec {
    DiagnosticSpec(
      id: MessageID(domain: "Quarry", id: id), message: message, line: line, column: column,
      severity: isWarning ? .warning : .error, fixIts: fixes.map { FixItSpec(message: $0) })
  }
}
#endif
