/// The tables, indexes, views and triggers of a schema, in the order of their creation.
struct SchemaObjects {
  private(set) var objects: [SQLSchemaObject] = []
  private var positions: [Key: Int] = [:]

  private struct Key: Hashable {
    let kind: SQLSchemaObject.Kind
    let name: String

    init(_ kind: SQLSchemaObject.Kind, _ name: String) { (self.kind, self.name) = (kind, name.lowercased()) }
  }

  /// Leaves out objects of the engine, tables behind virtual tables, and ignored tables.
  init(_ found: [SQLSchemaObject], ignoring ignored: Set<String> = []) {
    let ignored = Set(ignored.map { $0.lowercased() })
    let virtual = found.filter(\.isVirtual).map { VirtualTableModule(of: $0.name, sql: $0.sql ?? "") }
    for object in found where object.sql != nil && !object.isInternal && !ignored.contains(object.table.lowercased()) {
      if !object.isVirtual, virtual.contains(where: { $0.owns(object.table) }) { continue }
      positions[Key(object.kind, object.name)] = objects.count
      objects.append(object)
    }
  }

  /// The objects that models define.
  init(_ tables: [SQLTable], _ context: SQLGenerationContext) throws(DatabaseError) {
    var found: [SQLSchemaObject] = []
    for table in tables where table.kind != .view {
      let definition = try SQLTableDefinition(table: table, context: context).behindName()
      found.append(
        SQLSchemaObject(
          kind: .table, name: table.name, table: table.name,
          sql: "CREATE TABLE \(SQLIdentifier.quote(table.name)) \(definition)"))
      for index in table.indexes {
        let text = try index.definition(on: table.name, schema: nil, ifNotExists: false, context: context)
        found.append(SQLSchemaObject(kind: .index, name: index.name, table: table.name, sql: text.sql))
      }
    }
    self.init(found)
  }

  /// The objects of a kind.
  func all(_ kind: SQLSchemaObject.Kind) -> [SQLSchemaObject] { objects.filter { $0.kind == kind } }

  /// The object of the same kind and name.
  subscript(_ object: SQLSchemaObject) -> SQLSchemaObject? {
    positions[Key(object.kind, object.name)].map { objects[$0] }
  }

  /// The table of an index or trigger.
  func table(of object: SQLSchemaObject) -> SQLSchemaObject? {
    positions[Key(.table, object.table)].map { objects[$0] }
  }
}

extension SQLSchemaObject {
  /// Whether it is a virtual table.
  fileprivate var isVirtual: Bool {
    kind == .table && (sql.map { SQLTokens($0).dropFirst().first { _ in true }?.isWord("VIRTUAL") ?? false } ?? false)
  }
}
