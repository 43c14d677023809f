internal import Quarry

/// Copies everything of one database into another: schema, rows, counters.
///
/// The source is read on one snapshot. The destination is written in one transaction, in which the copy is also
/// verified: the number of rows and every bit of every table, and the schema. A driver that can hold no transaction open
/// gets batches; when the copy fails, what it made is dropped again.
struct DatabaseCopier: Sendable {
  let source: Database
  let destination: Database
  /// Whether what the destination holds may be replaced.
  let replaces: Bool
  /// What the destination is called in messages.
  let destinationName: String
  let console: Console

  /// What was copied.
  struct Report: Sendable {
    /// The name, rows and digest of each table.
    var tables: [(name: String, digest: ContentDigest)] = []
    var indexes = 0
    var views = 0
    var triggers = 0
    var hasStatistics = false

    var rows: Int { tables.reduce(0) { $0 + $1.digest.rows } }
  }

  /// Copies.
  ///
  /// - Throws: ``DatabaseError`` or ``CommandError``; the destination is then as it was.
  func run() async throws -> Report {
    try await source.reading { reader in
      let schema = try await DatabaseSchema.read(reader)
      try checkVirtualTables(schema)
      if destination.capabilities.holdsTransactions {
        return try await destination.write(.immediate) { (writer: Transaction) in
          try await makeRoom(writer)
          return try await copy(schema, from: reader, to: writer)
        }
      }
      try await makeRoom(destination)
      do {
        return try await copy(schema, from: reader, to: destination)
      } catch {
        // The destination was empty, so everything in it was made by the copy.
        try await DatabaseSchema.read(destination).drop(destination)
        throw error
      }
    }
  }

  private func copy(
    _ schema: DatabaseSchema, from reader: some CapableExecutor, to writer: some CapableExecutor
  ) async throws -> Report {
    // Rows may come before the rows that they refer to; the engine checks at the commit.
    if writer.capabilities.holdsTransactions { try await writer.execute("PRAGMA defer_foreign_keys = ON") }
    for table in schema.objects("table") where table.isVirtual { try await create(table, writer) }
    let shadows = Set(try await DatabaseSchema.read(writer).objects.map(\.name))
    let tables = schema.objects("table").filter { !shadows.contains($0.name) || $0.isVirtual }
    for table in tables where !table.isVirtual { try await create(table, writer) }

    var report = Report(hasStatistics: schema.hasStatistics)
    var plan: [TableRows] = []
    var total = 0
    // Where every batch is a transaction by itself, rows come after those that they refer to.
    let ordered = destination.capabilities.holdsTransactions ? tables : try await schema.parentsFirst(tables, reader)
    for table in ordered {
      let rows = try await TableRows.read(table.name, reader)
      total += Int(try await reader.rows(of: rows.count, columns: 1).first?.first?.integer ?? 0)
      try await CarriedValues(capabilities: writer.capabilities, destination: destinationName).check(rows, in: reader)
      plan.append(rows)
    }
    let progress = ProgressBar("Copying", total: total, console: console)
    defer { progress.finish() }
    for table in plan {
      report.tables.append((table.table, try await copyRows(of: table, from: reader, to: writer, progress)))
    }
    if let sequences = schema.sequences { try await copySequences(sequences, to: writer) }
    for type in ["index", "view", "trigger"] {
      for object in schema.objects(type) { try await create(object, writer) }
    }
    try await copyNumbers(schema, to: writer)
    report.indexes = schema.objects("index").count
    report.views = schema.objects("view").count
    report.triggers = schema.objects("trigger").count
    try await verify(schema, plan, report, in: writer)
    return report
  }

  private func create(_ object: DatabaseSchema.Object, _ writer: some CapableExecutor) async throws {
    do {
      try await writer.execute(SQLFragment(raw: object.sql))
    } catch let error as DatabaseError {
      throw CommandError(
        "the \(object.type) \"\(object.name)\" cannot be created in \(destinationName), whose engine is "
          + "\(destination.engine): \(error)")
    }
  }

  private func copyRows(
    of table: TableRows, from reader: some CapableExecutor, to writer: some CapableExecutor, _ progress: ProgressBar
  ) async throws -> ContentDigest {
    var digest = ContentDigest(isOrdered: false)
    let capabilities = writer.capabilities
    let count = capabilities.rowsPerCommand(columns: table.columns.count)
    try await table.forEachBlock(in: reader) { block in
      for part in block.parts(of: count) {
        try await writer.run(
          InsertBlock(
            table: table.table, columns: table.columns, block: part,
            defersForeignKeys: !capabilities.holdsTransactions))
        progress.advance(by: part.rowCount)
      }
      digest.add(block.digest)
    }
    return digest
  }

  /// The numbers that programs keep in the file; not every server lets them be set to what they are already.
  private func copyNumbers(_ schema: DatabaseSchema, to writer: some CapableExecutor) async throws {
    let before = try await DatabaseSchema.read(writer)
    if schema.userVersion != before.userVersion {
      try await writer.execute(SQLFragment(raw: "PRAGMA user_version = \(schema.userVersion)"))
    }
    if schema.applicationID != before.applicationID {
      try await writer.execute(SQLFragment(raw: "PRAGMA application_id = \(schema.applicationID)"))
    }
  }

  private func copySequences(_ sequences: [[SQLValue]], to writer: some CapableExecutor) async throws {
    // The source keeps the table also when no table with AUTOINCREMENT is left.
    guard try await DatabaseSchema.read(writer).sequences != nil else { return }
    try await writer.execute("DELETE FROM sqlite_sequence")
    for row in sequences {
      try await writer.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (\(row[0]), \(row[1]))")
    }
  }
}

// MARK: - Before

extension DatabaseCopier {
  /// A table that keeps its content elsewhere gives back less than it holds.
  private func checkVirtualTables(_ schema: DatabaseSchema) throws {
    for table in schema.objects("table") where table.isVirtual {
      let text = table.sql.lowercased().filter { !$0.isWhitespace }
      guard text.contains("content=") else { continue }
      throw CommandError(
        "the virtual table \"\(table.name)\" keeps its content elsewhere and cannot be copied row by row; drop it in "
          + "a copy of the file first")
    }
  }

  private func makeRoom(_ writer: some CapableExecutor) async throws {
    let schema = try await DatabaseSchema.read(writer)
    guard !schema.isEmpty else { return }
    guard replaces else {
      throw CommandError(
        "\(destinationName) is not empty: it has \(schema.objects.count) tables, indexes, views or triggers; choose "
          + "another destination, or give --replace to delete what it holds")
    }
    guard writer.capabilities.holdsTransactions else {
      throw CommandError(
        "\(destinationName) is not empty, and its driver can hold no transaction open: what it holds would be lost if "
          + "the copy failed; delete it first")
    }
    try await schema.drop(writer)
  }
}

// MARK: - After

extension DatabaseCopier {
  private func verify(
    _ schema: DatabaseSchema, _ plan: [TableRows], _ report: Report, in writer: some CapableExecutor
  ) async throws {
    let progress = ProgressBar("Verifying", total: report.rows, console: console)
    defer { progress.finish() }
    for (table, copied) in zip(plan, report.tables) {
      let found = try await table.digest(in: writer)
      guard found == copied.digest else {
        throw CommandError(
          "the copy of the table \"\(table.table)\" differs from its source (\(copied.digest.rows) rows read, "
            + "\(found.rows) rows stored); nothing was kept")
      }
      progress.advance(by: found.rows)
    }
    let wanted = Set(schema.objects)
    let found = Set(try await DatabaseSchema.read(writer).objects)
    guard wanted.isSubset(of: found) else {
      let missing = wanted.subtracting(found).map(\.name).sorted().joined(separator: ", ")
      throw CommandError("the copy has another schema than its source: \(missing); nothing was kept")
    }
    let broken = try await writer.rows(of: "PRAGMA foreign_key_check", columns: 4)
    if let row = broken.first {
      throw CommandError(
        "the source has \(broken.count) rows that refer to rows which do not exist, the first in the table "
          + "\"\(row[0].text ?? "?")\"; correct them first. Nothing was kept")
    }
  }
}

extension ContentDigest {
  /// Adds the rows of another digest; both must be without order.
  mutating func add(_ other: ContentDigest) {
    rows += other.rows
    hash += other.hash
  }
}
