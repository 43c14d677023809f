#if Macros
@testable import QuarryMacroKit
import SwiftSyntaxMacroExpansion
import Testing

/// What is said of properties that can't be columns.
@Suite("Wrong properties") struct PropertyDiagnosticTests {
  @Test("A column has a type", arguments: ["Date.now", "make()", "[1]", "nil", ".calm"]) func noType(_ value: String) {
    MacroCheck.expect(
      "@Table struct A {\n  var x = \(value)\n}",
      says: .said("no-type", "the column 'x' needs a type annotation", 2, 7, "Add a type annotation"),
      fixed: "@Table struct A {\n  var x: <#Type#> = \(value)\n}")
  }

  @Test("A constant with a value is never read") func constant() {
    MacroCheck.expect(
      "@Table struct A {\n  let id: Int = 3\n}",
      says: .said(
        "let-with-value", "a constant with a value can't be read from a row", 2, 3, "Replace 'let' with 'var'"),
      fixed: "@Table struct A {\n  var id: Int = 3\n}")
  }

  @Test(
    "A column is stored",
    arguments: [
      "var x: Int { 1 }", "static let x = 1", "lazy var x = 1", "func x() {}", "var x: Int { get { 1 } set {} }",
    ])
  func notStored(_ declaration: String) {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Column \(declaration)\n}",
      says: .said(
        "column-not-stored", "'@Column' can only be applied to a stored property", 3, 3, "Remove '@Column'"),
      fixed: "@Table struct A {\n  var id: Int\n  \(declaration)\n}")
  }

  @Test("A property that is observed is stored") func observed() {
    MacroCheck.expect("@Table struct A {\n  @Column(\"y\") var x: Int { didSet {} }\n}")
  }

  @Test("A column belongs to a table") func outside() {
    MacroCheck.expect(
      "struct A {\n  @Column(\"x\") var id: Int\n}",
      says: .said(
        "column-without-table", "'@Column' has no effect outside of a struct with '@Table' or '@Columns'", 2, 3,
        isWarning: true))
  }

  @Test("Two columns need two properties") func pattern() {
    MacroCheck.expect(
      "@Table struct A {\n  var (a, b): (Int, Int)\n}",
      says: .said("pattern", "each column needs its own property", 2, 7))
  }

  @Test("Conditions are not seen") func conditional() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  #if DEBUG\n  @Ignored var a = 1\n  var b: Int\n  #endif\n}",
      says: .said(
        "conditional-column",
        "a macro doesn't see which branch of '#if' is compiled; declare the column outside of it", 5, 3))
  }

  @Test("An ignored property starts with a value", arguments: ["var x: Int", "let x: Int?", "var x: [Int]"])
  func ignored(_ declaration: String) {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Ignored \(declaration)\n}",
      says: .said(
        "ignored-no-default", "a property that isn't a column needs a default value", 3, 16, "Add a default value"),
      fixed: "@Table struct A {\n  var id: Int\n  @Ignored \(declaration) = <#value#>\n}")
  }

  @Test("An optional variable starts with nil") func ignoredOptional() {
    MacroCheck.expect("@Table struct A {\n  var id: Int\n  @Ignored var x: Int?\n}")
  }

  @Test("An ignored property is no column") func ignoredColumn() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Ignored @Column(\"y\") var x = 1\n}",
      says: .said(
        "ignored-column", "'@Column' has no effect on an ignored property", 3, 12, "Remove '@Column'", isWarning: true),
      fixed: "@Table struct A {\n  var id: Int\n  @Ignored var x = 1\n}")
  }

  @Test("What isn't written isn't set", arguments: [("", "let"), (" = \"\"", "private(set) var")])
  func generated(_ value: String, _ replacement: String) {
    let fix = value.isEmpty ? "Replace 'var' with 'let'" : "Make the setter private"
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Column(generated: .init(\"1\")) var x: String\(value)\n}",
      says: .said(
        "generated-var", "a generated column is never written, so its property can't be changed from outside", 3, 34,
        fix),
      fixed: "@Table struct A {\n  var id: Int\n  @Column(generated: .init(\"1\")) \(replacement) x: String\(value)\n}")
  }

  @Test("A type that can't be stored is reported where it stands") func notStorable() {
    let macros = MacroCheck.macros.merging(["_StoredColumn": MacroSpec(type: UnstorableMacro.self)]) { $1 }
    let source = "@Table struct A {\n  var x: Thread?\n}"
    MacroCheck.check(
      source, MacroCheck.expansion(of: source),
      [
        .said(
          "not-storable",
          "'Thread?' can't be stored in a column: conform it to SQLValueConvertible, or write '@Column(as:)' or '@Ignored'",
          // The attribute that checks the type has a line of its own here.
          3, 10)
      ], macros: macros)
  }
}
#endif
