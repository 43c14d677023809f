#if Macros
import Testing

/// What is said of types that can't be tables.
@Suite("Wrong types") struct TypeDiagnosticTests {
  @Test("Only a struct is a table", arguments: ["class", "enum", "actor"]) func kinds(_ kind: String) {
    MacroCheck.expect(
      "@Table\n\(kind) A {\n}", says: .said("table-not-struct", "'@Table' can only be applied to a struct", 2, 1))
    MacroCheck.expect(
      "@Columns\n\(kind) A {\n}", says: .said("table-not-struct", "'@Columns' can only be applied to a struct", 2, 1))
  }

  @Test("A generic struct has no static columns") func generic() {
    MacroCheck.expect(
      "@Table struct A<T> {\n  var id: Int\n}",
      says: .said(
        "generic-table",
        "'@Table' can't be applied to a generic struct, because its columns would be stored static properties", 1, 16))
  }

  @Test("A private nested struct is not reached") func privateType() {
    MacroCheck.expect(
      """
      enum B {
        @Table private struct A {
          var id: Int
        }
      }
      """,
      says: .said(
        "private-table", "the extension that '@Table' writes can't reach a private nested struct", 2, 10,
        "Replace 'private' with 'fileprivate'"),
      fixed: """
        enum B {
          @Table fileprivate struct A {
            var id: Int
          }
        }
        """)
  }

  @Test("A table has columns") func noColumns() {
    MacroCheck.expect(
      """
      @Table struct A {
        @Ignored var a = 1
        var b: Int { 2 }
        static let c = 3
        lazy var d = 4
      }
      """, says: .said("no-columns", "'@Table' needs at least one stored property", 1, 15))
  }

  @Test("Names are made when the program is compiled") func naming() {
    MacroCheck.expect(
      "@Table(naming: .custom { $0 }) struct A {\n  var id: Int\n}",
      says: .said(
        "naming",
        "'naming' is read before the program runs: write .identical or .snakeCase, and name other columns singly", 1, 16
      ))
  }

  @Test("Names of columns differ", arguments: ["\"ID\"", "\"iD\"", "\"id\""]) func sameName(_ name: String) {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Column(\(name)) var other: Int\n}",
      says: .said(
        "same-name", "two columns are named \(name); SQLite doesn't tell upper from lower case", 3, 21))
  }

  @Test("The table's own names are reserved", arguments: ["table", "tableName"]) func reserved(_ name: String) {
    let message = "'\(name)' describes the table itself; the property of the column needs another name"
    let fix = "Rename the property and keep the name of the column"
    MacroCheck.expect(
      "@Table struct A {\n  /// A.\n  public var \(name): Int = 1\n}", says: .said("reserved", message, 3, 14, fix),
      fixed: "@Table struct A {\n  /// A.\n  @Column(\"\(name)\") public var <#name#>: Int = 1\n}")
    MacroCheck.expect(
      "@Table struct A {\n  @Column(\"x\") var \(name): Int\n}", says: .said("reserved", message, 2, 20, fix),
      fixed: "@Table struct A {\n  @Column(\"x\") var <#name#>: Int\n}")
  }
}
#endif
