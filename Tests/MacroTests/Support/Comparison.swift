#if Macros
import Foundation
@testable import Quarry
import QuarryMemory
import QuarrySQLiteEngine

/// Finds in what two mapped types differ: their tables, what they read from rows, what they write, and their SQL.
enum Comparison {
  /// The differences of two types, in words.
  ///
  /// - Parameter rows: Rows to read: a value for each column that isn't generated.
  static func differences<A: SQLCodable, B: SQLCodable>(
    _ a: A.Type, _ b: B.Type, rows: [[SQLValue]]
  ) async throws -> [String] {
    var found = tables(A.table, B.table)
    if A.tableName != B.tableName { found.append("tableName") }
    let one = try await Facts(a, rows)
    let other = try await Facts(b, rows)
    if one.schema != other.schema { found.append("schema: \(one.schema) \(other.schema)") }
    if one.records != other.records { found.append("rows read: \(one.records) \(other.records)") }
    if one.values != other.values { found.append("values written: \(one.values) \(other.values)") }
    if one.statements != other.statements { found.append("statements: \(one.statements) \(other.statements)") }
    return found
  }

  /// The differences of what two drafts write.
  static func drafts<A: SQLDraft, B: SQLDraft>(_ a: A, _ b: B) throws -> [String] {
    let (one, other) = (try values(of: a), try values(of: b))
    return one == other ? [] : ["draft: \(one) \(other)"]
  }

  private static func values<Draft: SQLDraft>(of draft: Draft) throws -> [SQLValue?] {
    var writer = SQLRowWriter<Draft.Record>()
    draft.encode(to: &writer)
    if let error = writer.error { throw error }
    return writer.values
  }

  /// The differences of two tables, in all of their properties.
  static func tables(_ a: SQLTable, _ b: SQLTable) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ a: Value, _ b: Value) {
      if a != b { found.append("\(what): \(a), \(b)") }
    }
    compare("name", a.name, b.name)
    compare("schema", a.schema, b.schema)
    compare("key", a.compoundPrimaryKey, b.compoundPrimaryKey)
    compare("foreign keys", a.foreignKeys, b.foreignKeys)
    compare("unique keys", a.uniqueKeys, b.uniqueKeys)
    compare("checks", a.checks, b.checks)
    compare("indexes", a.indexes, b.indexes)
    compare("kind", a.kind, b.kind)
    compare("strict", a.isStrict, b.isStrict)
    compare("columns", a.columns.map(\.name), b.columns.map(\.name))
    for (a, b) in zip(a.columns, b.columns) {
      compare("type of \(a.name)", a.type, b.type)
      compare("nullability of \(a.name)", a.isNullable, b.isNullable)
      compare("key of \(a.name)", a.primaryKey, b.primaryKey)
      compare("uniqueness of \(a.name)", a.isUnique, b.isUnique)
      compare("default of \(a.name)", a.defaultValue, b.defaultValue)
      compare("check of \(a.name)", a.check, b.check)
      compare("collation of \(a.name)", a.collation, b.collation)
      compare("reference of \(a.name)", a.references, b.references)
      compare("expression of \(a.name)", a.generated, b.generated)
      compare("stamp of \(a.name)", a.stamp, b.stamp)
      compare("form of \(a.name)", a.storedForm, b.storedForm)
      compare("Swift type of \(a.name)", a.plainType, b.plainType)
    }
    return found
  }
}

/// What one type does with some rows.
private struct Facts<Record: SQLCodable> {
  /// The SQL text of the table and of its indexes.
  var schema: [String]
  /// The properties of the records that were read.
  var records: [String]
  /// What the records write.
  var values: [[SQLValue?]]
  /// The SQL texts of the usual commands and queries, with their values.
  var statements: [String] = []

  init(_ type: Record.Type, _ rows: [[SQLValue]]) async throws {
    var settings = SQLiteConnectionSettings()
    settings.enforcesForeignKeys = false
    // One time for both, which columns with a stamp get.
    let configuration = DatabaseConfiguration(now: { Date(timeIntervalSince1970: 1_000) })
    let database = try await Database(MemoryDriver(settings: settings), configuration: configuration)
    try await database.createTable(Record.self)
    schema = try await database.fetchAll(
      SQLFragment(raw: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").values(String.self))
    let columns = Record.table.columns.filter { $0.generated == nil }.map(\.quotedName)
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    for row in rows {
      try await database.execute(
        SQLFragment(
          raw: "INSERT INTO \(Record.table.target) (\(columns.joined(separator: ", "))) VALUES (\(places))", values: row
        ))
    }
    let stored = try await database.fetchAll(Record.all)
    records = stored.map(Self.properties)
    values = try stored.map { try $0.columnValues() }
    let context = database.context
    statements.append(try Record.all.statement(for: context).sql)
    for record in stored {
      statements += try Self.texts(SQLInsert(record).returningRecord(), context)
      if !Record.table.primaryKeyColumns.isEmpty {
        statements += try Self.texts(SQLUpdateRecord(record), context)
        statements += try Self.texts(SQLUpsert(record), context)
        statements += try Self.texts(SQLDeleteRecords(record), context)
      }
    }
    await database.close()
  }

  /// The stored properties of a value, those of groups included.
  private static func properties(_ value: Any) -> String {
    let children = Mirror(reflecting: value).children.filter { $0.label != nil }
    guard !children.isEmpty, !(value is any SQLValueConvertible) else { return "\(value)" }
    return children.map { "\($0.label ?? ""): \(properties($0.value))" }.joined(separator: ", ")
  }

  private static func texts(_ command: some SQLCommand, _ context: SQLGenerationContext) throws -> [String] {
    var machine = try command.machine(for: context)
    var texts: [String] = []
    while let statement = try machine.next() {
      texts.append("\(statement.sql) \(statement.values)")
      try machine.finish(StatementResult(affectedRows: 1, lastInsertedRowID: 1))
    }
    return texts
  }
}
#endif
