#if Macros
import Testing

/// What is said of wrong arguments.
@Suite("Wrong arguments") struct ColumnDiagnosticTests {
  private static let optionalKey = "a key is never NULL; insert a Draft to let the database assign it"

  @Test("A key isn't optional", arguments: ["Int64?", "Int64!", "Optional<Int64>"]) func optionalKey(_ type: String) {
    MacroCheck.expect(
      "@Table struct A {\n  @Column(primaryKey: .plain) var key: \(type)\n}",
      says: .said("optional-key", Self.optionalKey, 2, 40, "Replace '\(type)' with 'Int64'"),
      fixed: "@Table struct A {\n  @Column(primaryKey: .plain) var key: Int64\n}")
    MacroCheck.expect(
      "@Table struct A {\n  var id: \(type) = nil\n}",
      says: .said("optional-key", Self.optionalKey, 2, 11, "Replace '\(type)' with 'Int64'"),
      fixed: "@Table struct A {\n  var id: Int64 = nil\n}")
  }

  @Test("An id that is no key may be optional") func optionalID() {
    MacroCheck.expect("@Table struct A {\n  @Column(primaryKey: nil) var id: Int64?\n}")
    MacroCheck.expect("@Table struct A {\n  @Column(primaryKey: .plain) var key: Int\n  var id: Int64?\n}")
  }

  @Test("The database assigns no compound key") func mixedKey() {
    MacroCheck.expect(
      "@Table struct A {\n  @Column(primaryKey: .autoincrement) var a: Int\n  @Column(primaryKey: .plain) var b: Int\n}",
      says: .said(
        "key-mixed", "a key of several columns can't be assigned by the database", 2, 23,
        "Replace '.autoincrement' with '.plain'"),
      fixed: "@Table struct A {\n  @Column(primaryKey: .plain) var a: Int\n  @Column(primaryKey: .plain) var b: Int\n}")
  }

  @Test("The database assigns integers", arguments: ["String", "UUID", "Data", "Foundation.Date", "Double"])
  func keyType(_ type: String) {
    MacroCheck.expect(
      "@Table struct A {\n  @Column(primaryKey: .autoincrement) var id: \(type)\n}",
      says: .said(
        "key-type", "autoincrement needs an integer, and the property is a '\(type)'", 2, 23,
        "Replace '.autoincrement' with '.plain'"),
      fixed: "@Table struct A {\n  @Column(primaryKey: .plain) var id: \(type)\n}")
  }

  @Test("A type that stores a property needs no coding") func unusedCoding() {
    MacroCheck.expect(
      "@Table struct A {\n  @Column(\"a\", as: Comma.self, coding: .json) var x: [String]\n}",
      says: .said(
        "unused-coding", "'coding' has no effect, because 'as' decides how the values are stored", 2, 32,
        "Remove 'coding'", isWarning: true),
      fixed: "@Table struct A {\n  @Column(\"a\", as: Comma.self) var x: [String]\n}")
  }

  @Test("References name a type", arguments: ["Other", "type"]) func reference(_ value: String) {
    MacroCheck.expect(
      "@Table struct A {\n  @Column(references: \(value)) var x: Int\n}",
      says: .said("reference", "'references' takes the parent's type, such as 'Country.self'", 2, 23))
  }

  @Test("Actions belong to a reference", arguments: ["onDelete: .cascade", "onUpdate: .cascade", "deferred: true"])
  func action(_ argument: String) {
    let label = argument.prefix { $0 != ":" }
    MacroCheck.expect(
      "@Table struct A {\n  @Column(\"y\", \(argument)) var x: Int\n}",
      says: .said("action-without-reference", "this needs 'references'", 2, 16, "Remove '\(label)'"),
      fixed: "@Table struct A {\n  @Column(\"y\") var x: Int\n}")
  }

  @Test("A group isn't optional and has no key") func groups() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Column(prefix: \"a_\") var home: Address?\n}",
      says: .said(
        "group-optional", "a group of columns can't be optional; make its properties optional", 3, 35,
        "Replace 'Address?' with 'Address'"),
      fixed: "@Table struct A {\n  var id: Int\n  @Column(prefix: \"a_\") var home: Address\n}")
    MacroCheck.expect(
      "@Columns struct A {\n  @Column(\"a\", primaryKey: .plain) var id: Int\n}",
      says: .said(
        "group-key", "a group of columns can't be, or contain, a primary key", 2, 16, "Remove 'primaryKey'"),
      fixed: "@Columns struct A {\n  @Column(\"a\") var id: Int\n}")
  }
}

/// What is said of `#Index`, `#Unique` and `#ForeignKey`.
@Suite("Wrong indexes") struct ConstraintDiagnosticTests {
  @Test("They describe the struct that they stand in", arguments: ["Index", "Unique"]) func otherTable(_ name: String) {
    let list = name == "Index" ? "\"i\", on: \\.id" : "\\.id"
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  #\(name)<B>(\(list))\n}",
      says: .said(
        "other-table", "'#\(name)' describes the struct that it stands in, 'A'", 3, 5 + name.count,
        "Replace 'B' with 'A'"),
      fixed: "@Table struct A {\n  var id: Int\n  #\(name)<A>(\(list))\n}")
  }

  @Test("They name columns", arguments: ["\"id\"", "\\.id[0]"]) func keyPath(_ value: String) {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  #Unique<A>(\(value))\n}",
      says: .said("key-path", "this needs the key path of a property, such as '\\A.name'", 3, 14))
  }

  @Test("They name columns of this table") func unknown() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Ignored var x = 1\n  #Index<A>(\"i\", on: \\.id, \\.x)\n}",
      says: .said("unknown-column", "'x' isn't a column of 'A'", 4, 28))
  }

  @Test("A group isn't a column") func group() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  @Column(prefix: \"\") var b: B\n  #Unique<A>(\\.b)\n}",
      says: .said("group-path", "a group isn't a column; name one of its properties", 4, 14))
  }

  @Test("A foreign key names its parent") func parent() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  #ForeignKey<A>(\\.id, references: \\.code)\n}",
      says: .said("key-path", "this needs the key path of a property, such as '\\Country.name'", 3, 36))
  }

  @Test("A foreign key has as many columns as its parent") func parentCount() {
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  #ForeignKey<A>(\\.id, references: \\B.a, \\B.b)\n}",
      says: .said(
        "parent-count", "'references' needs a column of the parent for each column of the key, 1 in all", 3, 4))
    MacroCheck.expect(
      "@Table struct A {\n  var id: Int\n  #ForeignKey<A>(\\.id, \\.id, references: \\B.a, \\C.a)\n}",
      says: .said("other-parent", "all columns of 'references' belong to one parent", 3, 48))
  }

  @Test("They belong to a table") func outside() {
    MacroCheck.expect(
      "struct A {\n  var id: Int\n  #Unique<A>(\\.id)\n}",
      says: .said(
        "index-without-table", "'#Unique' has no effect outside of a struct with '@Table'", 3, 3, isWarning: true))
  }
}
#endif
