#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the columns of a group as somebody would by hand.
struct GroupWriter {
  let record: RecordDeclaration

  private var access: String { record.access.text }

  /// The type of the columns that one property of one table has.
  var columns: DeclSyntax {
    let constants = record.columns.map { column in
      let type = column.isGroup ? "\(column.type.trimmedDescription).Columns" : "SQLColumn<\(column.columnType)>"
      let comment = column.comment.map { "\n  " + $0 }.joined()
      // What is private to the struct is read by its extension.
      let access = max(column.access, .fileprivate).text
      return "\(comment)\n  \(access)let \(column.name): \(type)"
    }
    let assigns = record.columns.map { column in
      let value =
        column.prefix.map { "\(column.type.trimmedDescription).Columns(prefix: prefix + \($0))" }
        ?? "SQLColumn<\(column.columnType)>(prefix + \(column.columnName)\(column.argumentText))"
      return "\n    self.\(column.name) = \(value)"
    }
    let hasGroups = record.columns.contains(where: \.isGroup)
    let list = record.columns.map { "self.\($0.name)" + (hasGroups ? "" : ".definition") }.joined(separator: ", ")
    let definitions =
      hasGroups
      ? "\n    let columns: [any SQLTableColumns] = [\(list)]\n    return columns.flatMap(\\.definitions)"
      : "\n    [\(list)]"
    return """
      /// The columns of one property of one table.
      \(raw: access)struct Columns: SQLGroupColumns {
        \(raw: access)typealias Group = \(raw: record.name)
      \(raw: constants.joined())

        \(raw: access)init(prefix: String) {\(raw: assigns.joined())
        }

        \(raw: access)var definitions: [SQLColumnDefinition] {\(raw: definitions)
        }
      }
      """
  }

  /// The conformance, in an extension, so that the memberwise initializer stays.
  func conformance(_ type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax]) -> DeclSyntax {
    let reads = ColumnProperty.reading(record.columns, "columns")
    let writes = record.columns.filter { !$0.isGenerated }.map { "\n    " + $0.writing("columns") }.joined()
    return """
      extension \(type.trimmed)\(raw: protocols.isEmpty ? "" : ": SQLColumnGroup") {
        \(raw: access)nonisolated init<Record: SQLMapped>(row: inout SQLRowReader<Record>, columns: Columns) throws {\(raw: reads)
        }

        \(raw: access)nonisolated func encode<Record: SQLMapped>(to row: inout SQLRowWriter<Record>, columns: Columns) {\(raw: writes)
        }
      }
      """
  }
}
#endif
