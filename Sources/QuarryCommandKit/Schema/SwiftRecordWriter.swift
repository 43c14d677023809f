#if Command
internal import Quarry

/// Writes record types for tables.
struct SwiftRecordWriter {
  private let tables: [(table: SwiftRecordTable, name: String)]
  private let access: String

  init(_ tables: [SwiftRecordTable], isPublic: Bool) {
    var names = SwiftNames(reserved: SwiftNames.types)
    self.tables = tables.map { ($0, names.unique(SwiftNames.type(of: $0.model.name))) }
    access = isPublic ? "public " : ""
  }

  /// The file.
  var text: String {
    let types = tables.map { type($0.table, $0.name) }
    return (["\(access)import Quarry\n"] + types).joined(separator: "\n")
  }

  private func type(_ table: SwiftRecordTable, _ name: String) -> String {
    let isView = table.model.kind == .view
    let properties = Self.properties(table)
    var protocols = isView ? "SQLDecodable" : "SQLCodable"
    if !isView, properties.contains(where: { $0.name == "id" }) { protocols += ", Identifiable" }
    var lines = ["\(access)struct \(name): \(protocols) {"]
    for property in properties { lines.append("  \(access)var \(property.name): \(property.type)") }
    lines.append("")
    for property in properties { lines += column(property) }
    lines += tableLines(table, properties)
    if !isView { lines += memberwise(properties) }
    lines.append("")
    lines.append("  \(access)init(row: inout SQLRowReader<Self>) throws {")
    lines += reading(properties)
    lines.append("  }")
    if !isView {
      lines.append("")
      lines.append("  \(access)func encode(to row: inout SQLRowWriter<Self>) {")
      for property in properties where property.column.definition.generated == nil {
        lines.append("    row[Self.\(property.name)] = \(property.member)")
      }
      lines.append("  }")
    }
    lines.append("}\n")
    return lines.joined(separator: "\n")
  }

  // MARK: Properties

  private struct Property {
    let column: SwiftRecordTable.Column
    let name: String
    /// Whether the column alone is the key.
    let isKey: Bool
    let reference: SQLReference?
    var type: String { column.swiftType + (column.isOptional ? "?" : "") }
    /// The property, written so that a parameter can have its name.
    var member: String { "self." + name }
  }

  private static func properties(_ table: SwiftRecordTable) -> [Property] {
    var names = SwiftNames(reserved: SwiftNames.members)
    let key = table.model.primaryKeyColumns
    return table.columns.map { column in
      var name = SwiftNames.member(of: column.definition.name)
      // The key of a table is its id, also where its name repeats that of the table.
      if key.count == 1, key[0] === column.definition,
        SwiftNames.plain(column.definition.name) == SwiftNames.plain(table.model.name) + "id"
      {
        name = "id"
      }
      let isKey = key.count == 1 && key[0] === column.definition
      let own = table.model.foreignKeys.first { $0.columns.count == 1 && column.definition.name == $0.columns[0] }
      return Property(
        column: column, name: names.unique(name), isKey: isKey,
        reference: column.definition.references ?? own?.references)
    }
  }

  private func column(_ property: Property) -> [String] {
    let column = property.column.definition
    var arguments = [SwiftNames.literal(column.name)]
    // The types that Quarry itself declares need not be said.
    let own = ["Int64": "INTEGER", "String": "TEXT", "Double": "REAL", "[UInt8]": "BLOB", "Bool": "INTEGER"]
    if own[property.column.swiftType] != column.type.rawValue {
      arguments.append("type: \(SwiftNames.literal(column.type.rawValue))")
    }
    if property.isKey {
      arguments.append("primaryKey: .\(column.primaryKey == .autoincrement ? "autoincrement" : "plain")")
    }
    if column.isUnique { arguments.append("unique: true") }
    switch column.defaultValue {
    case .value(let value): arguments.append("defaultValue: .value(\(Self.literal(value)))")
    case .currentTimestamp: arguments.append("defaultValue: .currentTimestamp")
    case .expression(let text): arguments.append("defaultValue: .expression(\(fragment(text)))")
    case nil: break
    }
    if let check = column.check { arguments.append("check: \(fragment(check))") }
    if let collation = column.collation { arguments.append("collation: \(SwiftNames.literal(collation.rawValue))") }
    if let reference = property.reference { arguments.append("references: \(Self.reference(reference))") }
    if let generated = column.generated {
      arguments.append(
        "generated: SQLGeneratedColumn(\(fragment(generated.expression))\(generated.isStored ? ", stored: true" : ""))")
    }
    return [
      "  \(access)static let \(property.name) = SQLColumn<\(property.type)>(\(arguments.joined(separator: ", ")))"
    ]
  }

  // MARK: The table

  private func tableLines(_ table: SwiftRecordTable, _ properties: [Property]) -> [String] {
    let model = table.model
    func names(_ columns: [String]) -> String {
      let found = columns.map { name in
        properties.first { $0.column.definition.name.lowercased() == name.lowercased() }?.name
          ?? SwiftNames.literal(name)
      }
      return "[\(found.joined(separator: ", "))]"
    }
    var arguments = [SwiftNames.literal(model.name)]
    // A long list of types takes the compiler long.
    if properties.count > 12 {
      arguments.append(Self.list("definitions", properties.map { "\($0.name).definition" }))
    } else {
      arguments += properties.map(\.name)
    }
    if model.compoundPrimaryKey.count > 1 { arguments.append("primaryKey: \(names(model.compoundPrimaryKey))") }
    // The others stand at their columns.
    let foreignKeys = model.foreignKeys.filter { key in
      !properties.contains { key.columns == [$0.column.definition.name] && key.references == $0.reference }
    }
    if !foreignKeys.isEmpty {
      let keys = foreignKeys.map {
        "SQLForeignKey(\(names($0.columns)), references: \(Self.reference($0.references)))"
      }
      arguments.append(Self.list("foreignKeys", keys))
    }
    if !model.uniqueKeys.isEmpty {
      arguments.append(Self.list("uniqueKeys", model.uniqueKeys.map(names)))
    }
    if !model.checks.isEmpty { arguments.append(Self.list("checks", model.checks.map(fragment))) }
    if !model.indexes.isEmpty {
      arguments.append(Self.list("indexes", model.indexes.map { index($0, properties) }))
    }
    if model.kind == .withoutRowID { arguments.append("kind: .withoutRowID") }
    if model.kind == .view { arguments.append("kind: .view") }
    if model.isStrict { arguments.append("strict: true") }
    let line = "  \(access)static let table = SQLTable(\(arguments.joined(separator: ", ")))"
    guard line.count > 120 || line.contains("\n") else { return [line] }
    return ["  \(access)static let table = SQLTable("]
      + arguments.enumerated().map { offset, argument in
        "    \(argument)\(offset == arguments.count - 1 ? ")" : ",")"
      }
  }

  /// An argument that is a list, over several lines where one is too long.
  private static func list(_ label: String, _ elements: [String]) -> String {
    let line = "\(label): [\(elements.joined(separator: ", "))]"
    guard line.count > 110 else { return line }
    return "\(label): [\n" + elements.map { "      \($0),\n" }.joined() + "    ]"
  }

  private func index(_ index: SQLIndex, _ properties: [Property]) -> String {
    let columns = index.terms.map { term -> String? in
      guard case .column(let name, nil, false) = term else { return nil }
      return properties.first { $0.column.definition.name.lowercased() == name.lowercased() }?.name
    }
    let terms = index.terms.map { term in
      switch term {
      case .column(let name, let collation, let descending):
        ".column(\(SwiftNames.literal(name))\(Self.details(collation, descending)))"
      case .expression(let text, let collation, let descending):
        ".expression(\(fragment(text))\(Self.details(collation, descending)))"
      }
    }
    let isPlain = !columns.isEmpty && !columns.contains(nil)
    let indexed =
      isPlain
      ? "on: \(columns.compactMap { $0 }.joined(separator: ", "))" : "terms: [\(terms.joined(separator: ", "))]"
    var text = "SQLIndex(\(SwiftNames.literal(index.name)), \(indexed)"
    if index.isUnique { text += ", unique: true" }
    if let condition = index.condition { text += ", where: \(fragment(condition))" }
    return text + ")"
  }

  private static func details(_ collation: SQLCollation?, _ descending: Bool) -> String {
    (collation.map { ", collation: \(SwiftNames.literal($0.rawValue))" } ?? "")
      + (descending ? ", descending: true" : "")
  }

  private func fragment(_ fragment: SQLFragment) -> String { "SQLFragment(raw: \(SwiftNames.literal(fragment.sql)))" }

  private static func reference(_ reference: SQLReference) -> String {
    var arguments = [SwiftNames.literal(reference.table)] + reference.columns.map(SwiftNames.literal)
    if let action = reference.onDelete, action != .noAction { arguments.append("onDelete: .\(action)") }
    if let action = reference.onUpdate, action != .noAction { arguments.append("onUpdate: .\(action)") }
    if reference.isDeferred { arguments.append("deferred: true") }
    return ".table(\(arguments.joined(separator: ", ")))"
  }

  private static func literal(_ value: SQLValue) -> String {
    switch value {
    case .null: ".null"
    case .integer(let number): number == .min ? ".integer(.min)" : ".integer(\(number))"
    case .real(let number):
      number.isInfinite ? ".real(\(number < 0 ? "-" : "")Double.infinity)" : ".real(\(number))"
    case .text(let text): ".text(\(SwiftNames.literal(text)))"
    case .blob(let bytes): ".blob([\(bytes.map { "\($0)" }.joined(separator: ", "))])"
    }
  }

  /// Reads everything before the first property is set: an initializer that can throw in between copies its value.
  private func reading(_ properties: [Property]) -> [String] {
    let members = properties.map(\.member).joined(separator: ", ")
    let values = properties.map { "row[Self.\($0.name)]" }.joined(separator: ", ")
    let oneLine = properties.count == 1 ? "    \(members) = try \(values)" : "    (\(members)) = try (\(values))"
    if oneLine.count <= 120 { return [oneLine] }
    // A constant with the name of the row would hide it.
    if properties.contains(where: { $0.name == "row" }) {
      return properties.map { "    \($0.member) = try row[Self.\($0.name)]" }
    }
    return properties.map { "    let \($0.name) = try row[Self.\($0.name)]" }
      + properties.map { "    \($0.member) = \($0.name)" }
  }

  private func memberwise(_ properties: [Property]) -> [String] {
    let parameters = properties.filter { $0.column.definition.generated == nil }.map { property in
      // A key of 0 is assigned by the engine.
      let isAssigned =
        property.isKey && property.type == "Int64" && property.column.definition.type.rawValue.uppercased() == "INTEGER"
      return "\(property.name): \(property.type)\(isAssigned ? " = 0" : property.column.isOptional ? " = nil" : "")"
    }
    let oneLine = "  \(access)init(\(parameters.joined(separator: ", "))) {"
    var lines = ["", oneLine]
    if oneLine.count > 120 {
      lines =
        ["", "  \(access)init("]
        + parameters.enumerated().map { offset, parameter in
          "    \(parameter)\(offset == parameters.count - 1 ? "" : ",")"
        }
      lines.append("  ) {")
    }
    for property in properties {
      let isGenerated = property.column.definition.generated != nil
      guard isGenerated else {
        lines.append("    \(property.member) = \(property.name)")
        continue
      }
      lines.append("    \(property.member) = \(property.column.isOptional ? "nil" : Self.zero(property.type))")
    }
    lines.append("  }")
    return lines
  }

  /// The value of a generated column before its record was read.
  private static func zero(_ type: String) -> String {
    switch type {
    case "String": "\"\""
    case "[UInt8]": "[]"
    case "Bool": "false"
    case "SQLValue": ".null"
    default: "0"
    }
  }
}
#endif
