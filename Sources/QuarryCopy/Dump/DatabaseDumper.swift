public import Quarry

/// Writes a database as SQL text that recreates it: with `quarry sql`, the `sqlite3` program or any other tool.
///
/// ```swift
/// let report = try await DatabaseDumper().dump(database) { text in
///   try file.write(contentsOf: Data(text.utf8))
/// }
/// ```
///
/// The text is written in parts, each of which ends with a line, so that memory use doesn't grow with the database.
/// It has tables, rows with their rowids, indexes, views, triggers, AUTOINCREMENT counters, full-text and R-Tree
/// tables with their rows, and the numbers that programs store in a file.
///
/// An engine of the same version reads exactly the same values. Other versions can read the digits of a real number
/// as a neighboring number. A real number that the engine itself would misread is written as a product.
public struct DatabaseDumper: Sendable {
  /// Whether to write rows. If `false`, only the schema is written.
  public var includesRows: Bool

  /// Creates a dumper.
  ///
  /// - Parameter includesRows: Whether to write rows. If `false`, only the schema is written.
  public init(includesRows: Bool = true) { self.includesRows = includesRows }

  /// Writes a database.
  ///
  /// The database is read in one snapshot. On a driver without interactive transactions, each table is read
  /// separately.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - write: A closure that gets the next part of the text. Reading waits for it.
  /// - Returns: The counts of the dump, and what the text lacks.
  /// - Throws: ``DatabaseError``; ``CopyError`` if SQL text can't hold the database, before anything is written; what
  ///   `write` throws.
  @discardableResult
  public func dump(
    _ database: Database, to write: @escaping @Sendable (String) async throws -> Void
  ) async throws -> DumpReport {
    try await database.reading { reader in try await dump(reader, write) }
  }

  private func dump(
    _ reader: any CapableExecutor, _ write: @Sendable (String) async throws -> Void
  ) async throws -> DumpReport {
    let schema = try await DatabaseSchema.read(reader)
    let encoding = try? await reader.rows(of: "PRAGMA encoding", columns: 1).first?.first?.text
    let virtual = VirtualTable.all(in: schema)
    let plan = try Plan(schema, virtual)
    var report = DumpReport()
    report.notKept = plan.notes
    try await write(Self.beginning(schema, encoding: encoding))
    for table in plan.ordinary { try await write(table.sql + ";\n") }
    for table in virtual { try await write(table.object.sql + ";\n") }
    report.tables = plan.ordinary.count + virtual.count
    if includesRows {
      for name in plan.filled { report.rows += try await dumpRows(of: name, reader, encoding, write) }
      for table in virtual { try await dumpSettings(of: table, reader, write) }
      if let sequences = schema.sequences {
        try await write("DELETE FROM sqlite_sequence;\n")
        let rows = sequences.map { "(\(SQLLiteral.text(of: $0[0])), \(SQLLiteral.text(of: $0[1])))" }
        if !rows.isEmpty {
          try await write("INSERT INTO sqlite_sequence (name, seq) VALUES\n\(rows.joined(separator: ",\n"));\n")
        }
      }
    }
    for type in ["index", "view", "trigger"] {
      for object in schema.objects(type) { try await write(object.sql + ";\n") }
    }
    try await write("COMMIT;\n")
    return report
  }

  /// The text before the first table.
  private static func beginning(_ schema: DatabaseSchema, encoding: String?) -> String {
    var lines = ["PRAGMA foreign_keys = OFF;"]
    if let encoding, encoding != "UTF-8" { lines.append("PRAGMA encoding = '\(encoding)';") }
    lines.append("BEGIN;")
    if schema.userVersion != 0 { lines.append("PRAGMA user_version = \(schema.userVersion);") }
    if schema.applicationID != 0 { lines.append("PRAGMA application_id = \(schema.applicationID);") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func dumpRows(
    of name: String, _ reader: any CapableExecutor, _ encoding: String?,
    _ write: @Sendable (String) async throws -> Void
  ) async throws -> Int {
    let table = try await TableRows.read(name, reader)
    var rows = DumpRows(table)
    var count = 0
    try await table.forEachBlock(in: reader) { block in
      guard block.invalidTexts.isEmpty || encoding?.hasPrefix("UTF-16") != true else {
        throw CopyError(
          .notCarried, "the table \"\(name)\" holds texts that aren't Unicode, which SQL text can't hold")
      }
      try await rows.check(block, reader)
      try await write(rows.text(of: block))
      count += block.rowCount
    }
    return count
  }

  /// Writes the settings of a virtual table besides its rows.
  private func dumpSettings(
    of table: VirtualTable, _ reader: any CapableExecutor, _ write: @Sendable (String) async throws -> Void
  ) async throws {
    let name = SQLIdentifier.quote(table.object.name)
    if table.externalContent != nil { try await write("INSERT INTO \(name) (\(name)) VALUES ('rebuild');\n") }
    guard table.module == "fts5" else { return }
    let config = SQLIdentifier.quote(table.object.name + "_config")
    let rows = try await reader.rows(
      of: SQLFragment(raw: "SELECT k, v FROM \(config) WHERE k <> 'version' ORDER BY k"), columns: 2)
    for row in rows {
      let (key, value) = (SQLLiteral.text(of: row[0]), SQLLiteral.text(of: row[1]))
      try await write("INSERT INTO \(name) (\(name), rank) VALUES (\(key), \(value));\n")
    }
  }

  /// The tables to write, and how.
  private struct Plan {
    /// The tables without a module, except those in which modules store their content.
    var ordinary: [DatabaseSchema.Object]
    /// The names of the tables whose rows are written.
    var filled: [String]
    var notes: [String] = []

    init(_ schema: DatabaseSchema, _ virtual: [VirtualTable]) throws {
      let shadows = virtual.reduce(into: Set<String>()) { $0.formUnion($1.shadows) }
      ordinary = schema.objects("table").filter { !$0.isVirtual && !shadows.contains($0.name) }
      filled = ordinary.map(\.name)
      for table in virtual {
        if table.externalContent == "" {
          throw CopyError(
            .notCarried,
            "the full-text table \"\(table.object.name)\" keeps no content, only an index, which SQL text can't hold; drop it "
              + "in a copy of the file, or back the file up instead")
        }
        if table.isKnown, table.externalContent == nil { filled.append(table.object.name) }
        if !table.isKnown { notes.append("the content of \"\(table.object.name)\", whose module is not known") }
      }
      if schema.hasStatistics { notes.append("the statistics of ANALYZE: run ANALYZE on the new database") }
    }
  }
}

/// The counts of a dump, and what its text lacks.
public struct DumpReport: Sendable, Hashable {
  /// The number of tables.
  public internal(set) var tables = 0
  /// The number of rows.
  public internal(set) var rows = 0
  /// The parts of the database that the text lacks, one sentence each.
  public internal(set) var notKept: [String] = []
}
