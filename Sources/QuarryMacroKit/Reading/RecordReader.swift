#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// What a struct with `@Table` or `@Columns` says.
struct RecordDeclaration {
  /// The name of the type.
  var name: String
  var access: Access
  var columns: [ColumnProperty] = []
  /// The names of members that somebody wrote by hand, which are not written again.
  var written: Set<String> = []
}

/// Reads the struct that a macro is attached to.
struct RecordReader {
  let macro: String
  let reporter: Reporter

  /// The struct, where it can have columns.
  func structure(_ declaration: some DeclGroupSyntax) -> StructDeclSyntax? {
    guard let structure = declaration.as(StructDeclSyntax.self) else {
      reporter.report(.notStruct(macro), at: declaration.introducer)
      return nil
    }
    if let parameters = structure.genericParameterClause { reporter.report(.generic(macro), at: parameters) }
    if reporter.isNested, Access(structure.modifiers) == .private,
      let modifier = structure.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) })
    {
      reporter.report(
        .privateType(macro), at: modifier,
        .replacing(
          "to-fileprivate", "Replace 'private' with 'fileprivate'", modifier.name,
          with: modifier.name.keyword(.fileprivate)))
    }
    return structure
  }

  /// The columns of a struct, and what is written already.
  func record(_ structure: StructDeclSyntax, _ naming: PropertyReader.Naming, isGroup: Bool) -> RecordDeclaration {
    var record = RecordDeclaration(
      name: structure.name.text, access: max(Access(structure.modifiers) ?? .internal, .fileprivate))
    record.written = written(structure)
    record.columns = PropertyReader(naming: naming, isGroup: isGroup, reporter: reporter).columns(of: structure)
    reportSameNames(record.columns)
    if record.columns.isEmpty, !reporter.hasErrors { reporter.report(.noColumns(macro), at: structure.name) }
    return record
  }

  private func reportSameNames(_ columns: [ColumnProperty]) {
    var seen: Set<String> = []
    for column in columns where !column.isGroup {
      if !seen.insert(column.columnName.lowercased()).inserted {
        reporter.report(.sameName(column.columnName), at: column.place)
      }
    }
  }

  /// The names of static members, of types, and of the two functions of a mapping.
  private func written(_ structure: StructDeclSyntax) -> Set<String> {
    var names: Set<String> = []
    for member in structure.memberBlock.members {
      if let property = member.decl.as(VariableDeclSyntax.self),
        property.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) })
      {
        for binding in property.bindings { names.insert(binding.pattern.trimmedDescription) }
      } else if let function = member.decl.as(FunctionDeclSyntax.self) {
        let labels = function.signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
        names.insert("\(function.name.text)(\(labels))")
      } else if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        names.insert(
          "init(\(initializer.signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()))")
      } else if let type = member.decl.asProtocol((any NamedDeclSyntax).self) {
        names.insert(type.name.text)
      }
    }
    return names
  }
}

extension LabeledExprListSyntax {
  /// What `naming:` says.
  func naming(_ reporter: Reporter) -> PropertyReader.Naming {
    guard let argument = first(where: { $0.label?.text == "naming" }) else { return .identical }
    switch argument.expression.memberName {
    case "identical": return .identical
    case "snakeCase": return .snakeCase
    default:
      reporter.report(.naming, at: argument.expression)
      return .identical
    }
  }
}
#endif
