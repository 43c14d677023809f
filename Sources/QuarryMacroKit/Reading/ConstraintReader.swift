#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Reads `#Index`, `#Unique` and `#ForeignKey` in the body of a struct.
struct ConstraintReader {
  let record: RecordDeclaration
  let reporter: Reporter

  /// The elements of the arguments of `SQLTable`'s initializer.
  struct Constraints {
    var indexes: [String] = []
    var uniqueKeys: [String] = []
    var foreignKeys: [String] = []
  }

  func constraints(of structure: StructDeclSyntax) -> Constraints {
    var result = Constraints()
    for member in structure.memberBlock.members {
      guard let macro = member.decl.as(MacroExpansionDeclSyntax.self) else { continue }
      let name = macro.macroName.text
      guard ["Index", "Unique", "ForeignKey"].contains(name) else { continue }
      reportOtherTable(macro)
      let groups = Groups(macro.arguments)
      switch name {
      case "Index":
        guard let index = groups[nil].first else { continue }
        let rest = groups.rest(["unique", "where"])
        let columns = columns(groups["on"], macro).joined(separator: ", ")
        result.indexes.append("SQLIndex(\(index.expression.trimmedDescription), on: \(columns)\(rest))")
      case "Unique": result.uniqueKeys.append("[" + columns(groups[nil], macro).joined(separator: ", ") + "]")
      default: if let key = foreignKey(groups, macro) { result.foreignKeys.append(key) }
      }
    }
    return result
  }

  /// The arguments, each list of variadic ones under the label of its first.
  private struct Groups {
    private var groups: [String?: [LabeledExprSyntax]] = [:]

    init(_ list: LabeledExprListSyntax) {
      var label: String?
      for argument in list {
        label = argument.label?.text ?? label
        groups[label, default: []].append(argument)
      }
    }

    subscript(label: String?) -> [LabeledExprSyntax] { groups[label] ?? [] }

    /// The arguments with the given labels, behind others.
    func rest(_ labels: [String]) -> String {
      labels.flatMap { self[$0] }.map { ", " + $0.with(\.trailingComma, nil).trimmedDescription }.joined()
    }
  }

  private func reportOtherTable(_ macro: MacroExpansionDeclSyntax) {
    guard let argument = macro.genericArgumentClause?.arguments.first, case .type(let type) = argument.argument,
      type.trimmedDescription.split(separator: ".").last.map(String.init) != record.name,
      type.trimmedDescription != "Self"
    else { return }
    reporter.report(
      .otherTable(macro.macroName.text, record.name), at: type,
      .replacing(
        "this-table", "Replace '\(type.trimmedDescription)' with '\(record.name)'", type,
        with: TypeSyntax("\(raw: record.name)")))
  }

  private func foreignKey(_ groups: Groups, _ macro: MacroExpansionDeclSyntax) -> String? {
    let columns = columns(groups[nil], macro)
    var parent: String?
    var names: [String] = []
    for argument in groups["references"] {
      guard let path = argument.expression.as(KeyPathExprSyntax.self), let root = path.root, let members = path.members
      else {
        reporter.report(.keyPath("Country"), at: argument.expression)
        return nil
      }
      let types = path.nestedTypes
      let type = ([root.trimmedDescription] + types).joined(separator: ".")
      if parent != nil, type != parent { reporter.report(.otherParent, at: argument.expression) }
      parent = type
      names.append(", \(type).\(members[types.count...].joined(separator: "."))")
    }
    guard let parent else { return nil }
    if names.count != groups[nil].count { reporter.report(.parentCount(groups[nil].count), at: macro.macroName) }
    let rest = groups.rest(["onDelete", "onUpdate", "deferred"])
    return "SQLForeignKey([\(columns.joined(separator: ", "))], "
      + "references: .table(\(parent).tableName\(names.joined())\(rest)))"
  }

  /// The constants of the columns that key paths name.
  private func columns(_ arguments: [LabeledExprSyntax], _ macro: MacroExpansionDeclSyntax) -> [String] {
    if arguments.isEmpty { reporter.report(.keyPath(record.name), at: macro.macroName) }
    return arguments.compactMap { argument in
      guard let path = argument.expression.as(KeyPathExprSyntax.self), let members = path.members else {
        reporter.report(.keyPath(record.name), at: argument.expression)
        return nil
      }
      let parts = Array(members[path.nestedTypes.count...])
      guard let column = record.columns.first(where: { $0.place.plainName == parts[0].filter { $0 != "`" } }) else {
        reporter.report(.unknownColumn(parts[0], record.name), at: argument.expression)
        return nil
      }
      if column.isGroup, parts.count == 1 { reporter.report(.groupPath, at: argument.expression) }
      return ([column.name] + parts.dropFirst()).joined(separator: ".")
    }
  }
}

extension KeyPathExprSyntax {
  /// The names behind the root, at least one; `nil` for any other key path.
  fileprivate var members: [String]? {
    let names = components.map { component -> String? in
      guard case .property(let property) = component.component else { return nil }
      return property.declName.baseName.text
    }
    guard !names.isEmpty, !names.contains(nil) else { return nil }
    return names.compactMap { $0 }
  }

  /// The members that are nested types: in `\Music.Country.code` the parser takes Music for the type, and Country for a member.
  fileprivate var nestedTypes: [String] {
    guard root != nil, let members else { return [] }
    return Array(members.dropLast().prefix { $0.first?.isUppercase == true })
  }
}
#endif
