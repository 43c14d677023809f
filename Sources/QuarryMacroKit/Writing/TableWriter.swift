#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the mapping of a table as somebody would by hand.
struct TableWriter {
  let table: TableDeclaration

  private var record: RecordDeclaration { table.record }
  private var access: String { record.access.text }

  /// The members of the type: its columns, its table and its draft.
  var members: [DeclSyntax] {
    var result: [DeclSyntax] = []
    for column in record.columns where !record.written.contains(column.name) { result.append(constant(column)) }
    if !record.written.contains("tableName") {
      // Computed, so that foreign keys may lead in a circle.
      result.append("\(raw: access)nonisolated static var tableName: String { \(raw: table.tableName) }")
    }
    if !record.written.contains("table") { result.append(tableConstant) }
    if table.key.count == 1, !table.isView, !record.written.contains("Draft") {
      result.append(DraftWriter(record: record).draft)
    }
    return result
  }

  private func constant(_ column: ColumnProperty) -> DeclSyntax {
    let comment = column.comment.map { $0 + "\n" }.joined()
    let value =
      column.prefix.map { "\(column.type.trimmedDescription).Columns(prefix: \($0))" }
      ?? "SQLColumn<\(column.columnType)>(\(column.columnName)\(column.argumentText))"
    return "\(raw: comment)\(raw: column.access.text)nonisolated static let \(raw: column.name) = \(raw: value)"
  }

  private var tableConstant: DeclSyntax {
    let schema = table.arguments["schema"].map { ", schema: \($0)" } ?? ""
    let columns = record.columns.map { ", " + $0.name }.joined()
    let rest = TableDeclaration.labels.compactMap { label in table.arguments[label].map { ", \(label): \($0)" } }
    return """
      \(raw: access)nonisolated static let table = SQLTable(tableName\(raw: schema)\(raw: columns)\(raw: rest.joined()))
      """
  }

  /// The conformance, in an extension, so that the memberwise initializer stays.
  ///
  /// - Parameter protocols: The protocols that the type doesn't conform to yet.
  func conformance(_ type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax]) -> DeclSyntax {
    let lacking = protocols.compactMap { $0.trimmedDescription.split(separator: ".").last.map(String.init) }
    // A view that somebody writes to says so itself.
    let isWritten = !table.isView || !lacking.contains("SQLCodable")
    let wanted = lacking.filter { isWritten || !["SQLEncodable", "SQLCodable"].contains($0) }
    var parts: [String] = []
    if !record.written.contains("init(row:)") {
      let reads = ColumnProperty.reading(record.columns, "Self")
      parts.append("  \(access)nonisolated init(row: inout SQLRowReader<Self>) throws {\(reads)\n  }")
    }
    if isWritten, !record.written.contains("encode(to:)") {
      let writes = record.columns.filter { !$0.isGenerated }.map { "\n    " + $0.writing("Self") }.joined()
      parts.append("  \(access)nonisolated func encode(to row: inout SQLRowWriter<Self>) {\(writes)\n  }")
    }
    return """
      extension \(type.trimmed)\(raw: wanted.isEmpty ? "" : ": " + wanted.joined(separator: ", ")) {
      \(raw: parts.joined(separator: "\n\n"))
      }
      """
  }
}
#endif
