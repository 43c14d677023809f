#if Macros
import SwiftDiagnostics

/// What is wrong with a declaration.
struct MacroDiagnostic: DiagnosticMessage {
  let message: String
  let diagnosticID: MessageID
  let severity: DiagnosticSeverity

  init(_ id: String, _ message: String, severity: DiagnosticSeverity = .error) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: "Quarry", id: id)
  }
}

/// What a fix-it does.
struct MacroFix: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ id: String, _ message: String) {
    self.message = message
    fixItID = MessageID(domain: "Quarry", id: id)
  }
}

// MARK: The declaration

extension MacroDiagnostic {
  static func notStruct(_ macro: String) -> Self {
    Self("table-not-struct", "'@\(macro)' can only be applied to a struct")
  }

  static func generic(_ macro: String) -> Self {
    Self(
      "generic-table",
      "'@\(macro)' can't be applied to a generic struct, because its columns would be stored static properties")
  }

  static func privateType(_ macro: String) -> Self {
    Self("private-table", "the extension that '@\(macro)' writes can't reach a private nested struct")
  }

  static func noColumns(_ macro: String) -> Self {
    Self("no-columns", "'@\(macro)' needs at least one stored property")
  }

  static let naming = Self(
    "naming", "'naming' is read before the program runs: write .identical or .snakeCase, and name other columns singly")
}

// MARK: Properties

extension MacroDiagnostic {
  static let pattern = Self("pattern", "each column needs its own property")

  static let conditional = Self(
    "conditional-column", "a macro doesn't see which branch of '#if' is compiled; declare the column outside of it")

  static func noType(_ name: String) -> Self { Self("no-type", "the column '\(name)' needs a type annotation") }

  static let constantWithValue = Self("let-with-value", "a constant with a value can't be read from a row")

  static let notStored = Self("column-not-stored", "'@Column' can only be applied to a stored property")

  static let noTable = Self(
    "column-without-table", "'@Column' has no effect outside of a struct with '@Table' or '@Columns'",
    severity: .warning)

  static func sameName(_ name: String) -> Self {
    Self("same-name", "two columns are named \(name); SQLite doesn't tell upper from lower case")
  }

  static func reserved(_ name: String) -> Self {
    Self("reserved", "'\(name)' describes the table itself; the property of the column needs another name")
  }

  static let ignoredWithoutValue = Self(
    "ignored-no-default", "a property that isn't a column needs a default value")

  static let ignoredColumn = Self(
    "ignored-column", "'@Column' has no effect on an ignored property", severity: .warning)

  static func notStorable(_ type: String) -> Self {
    Self(
      "not-storable",
      "'\(type)' can't be stored in a column: conform it to SQLValueConvertible, or write '@Column(as:)' or '@Ignored'")
  }
}

// MARK: What @Column says

extension MacroDiagnostic {
  static let generatedVariable = Self(
    "generated-var", "a generated column is never written, so its property can't be changed from outside")

  static let mixedKey = Self("key-mixed", "a key of several columns can't be assigned by the database")

  static func keyType(_ type: String) -> Self {
    Self("key-type", "autoincrement needs an integer, and the property is a '\(type)'")
  }

  static let optionalKey = Self(
    "optional-key", "a key is never NULL; insert a Draft to let the database assign it")

  static let unusedCoding = Self(
    "unused-coding", "'coding' has no effect, because 'as' decides how the values are stored", severity: .warning)

  static let reference = Self("reference", "'references' takes the parent's type, such as 'Country.self'")

  static let actionWithoutReference = Self("action-without-reference", "this needs 'references'")

  static let optionalGroup = Self(
    "group-optional", "a group of columns can't be optional; make its properties optional")

  static let groupKey = Self("group-key", "a group of columns can't be, or contain, a primary key")
}

// MARK: #Index, #Unique and #ForeignKey

extension MacroDiagnostic {
  static func otherTable(_ macro: String, _ type: String) -> Self {
    Self("other-table", "'#\(macro)' describes the struct that it stands in, '\(type)'")
  }

  static func keyPath(_ type: String) -> Self {
    Self("key-path", "this needs the key path of a property, such as '\\\(type).name'")
  }

  static func unknownColumn(_ name: String, _ type: String) -> Self {
    Self("unknown-column", "'\(name)' isn't a column of '\(type)'")
  }

  static func parentCount(_ count: Int) -> Self {
    Self("parent-count", "'references' needs a column of the parent for each column of the key, \(count) in all")
  }

  static let otherParent = Self("other-parent", "all columns of 'references' belong to one parent")

  static let groupPath = Self("group-path", "a group isn't a column; name one of its properties")

  static func outsideTable(_ macro: String) -> Self {
    Self("index-without-table", "'#\(macro)' has no effect outside of a struct with '@Table'", severity: .warning)
  }
}
#endif
