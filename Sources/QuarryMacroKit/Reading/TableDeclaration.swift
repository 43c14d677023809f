#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What a struct with `@Table` says.
struct TableDeclaration {
  var record: RecordDeclaration
  /// The name of the table, an expression.
  var tableName: String
  /// The arguments of `SQLTable`'s initializer before and behind the columns.
  var arguments: [String: String] = [:]
  /// The columns of the key.
  var key: [ColumnProperty] = []

  /// The labels behind the columns, in their order.
  static let labels = ["primaryKey", "foreignKeys", "uniqueKeys", "checks", "indexes", "kind", "strict"]

  var isView: Bool { arguments["kind"]?.hasSuffix(".view") == true }

  /// Reads a declaration.
  ///
  /// - Returns: `nil` where nothing can be written.
  init?(
    _ node: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext, reports: Bool
  ) {
    let reporter = Reporter(context, isSilent: !reports)
    let reader = RecordReader(macro: "Table", reporter: reporter)
    guard let structure = reader.structure(declaration) else { return nil }
    let list = node.labeledArguments
    record = reader.record(structure, list.naming(reporter), isGroup: false)
    tableName = "\"\(structure.name.plainName)\""
    for argument in list {
      switch argument.label?.text {
      case nil: tableName = argument.expression.trimmedDescription
      case "naming": continue
      case let label?: arguments[label] = argument.expression.trimmedDescription
      }
    }
    reportReserved(structure, reporter)
    readKey(reporter)
    let constraints = ConstraintReader(record: record, reporter: reporter).constraints(of: structure)
    if !constraints.foreignKeys.isEmpty { arguments["foreignKeys"] = Self.list(constraints.foreignKeys) }
    if !constraints.uniqueKeys.isEmpty { arguments["uniqueKeys"] = Self.list(constraints.uniqueKeys) }
    if !constraints.indexes.isEmpty {
      let others = arguments["indexes"].map { " + " + $0 } ?? ""
      arguments["indexes"] = Self.list(constraints.indexes) + others
    }
    if reporter.hasErrors { return nil }
  }

  private static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }

  /// The property of a column has the name of the column's constant, which must be no other member's.
  private func reportReserved(_ structure: StructDeclSyntax, _ reporter: Reporter) {
    for member in structure.memberBlock.members {
      guard let property = member.decl.as(VariableDeclSyntax.self), property.isStored else { continue }
      for column in record.columns where ["table", "tableName"].contains(column.name) {
        guard property.bindings.contains(where: { $0.pattern.trimmedDescription == column.name }) else { continue }
        var renamed = property
        renamed.bindings = PatternBindingListSyntax(
          property.bindings.map {
            $0.with(\.pattern, PatternSyntax("<#name#>").with(\.trailingTrivia, $0.pattern.trailingTrivia))
          })
        if property.attribute("Column") == nil {
          renamed.leadingTrivia = []
          let attribute: AttributeSyntax = "@Column(\(raw: column.columnName)) "
          renamed.attributes.insert(.attribute(attribute), at: renamed.attributes.startIndex)
          renamed.leadingTrivia = property.leadingTrivia
        }
        reporter.report(
          .reserved(column.name), at: column.place,
          .replacing("rename", "Rename the property and keep the name of the column", property, with: renamed))
      }
    }
  }

  // MARK: The key

  private mutating func readKey(_ reporter: Reporter) {
    if !record.columns.contains(where: { $0.key != nil }),
      let index = record.columns.firstIndex(where: { $0.name == "id" && !$0.isGroup })
    {
      // As everywhere in Swift, a property named id identifies the value.
      record.columns[index].arguments["primaryKey"] = ".plain"
    }
    key = record.columns.filter { $0.arguments["primaryKey"] != nil }
    for column in key {
      if column.isOptional, let type = column.typePlace {
        reporter.report(.optionalKey, at: type, .unwrapping(type))
      }
      guard let value = column.key, value.memberName == "autoincrement" else { continue }
      let plain = value.as(MemberAccessExprSyntax.self)?.with(\.declName.baseName, .identifier("plain"))
      let fix = FixIt.replacing(
        "to-plain", "Replace '.autoincrement' with '.plain'", value, with: plain.map { ExprSyntax($0) } ?? value)
      if key.count > 1 {
        reporter.report(.mixedKey, at: value, fix)
      } else if column.type.isKnownNotToBeAnInteger {
        reporter.report(.keyType(column.type.trimmedDescription), at: value, fix)
      }
    }
    guard key.count > 1 else { return }
    arguments["primaryKey"] = Self.list(key.map(\.name))
    for index in record.columns.indices { record.columns[index].arguments["primaryKey"] = nil }
  }
}
#endif
