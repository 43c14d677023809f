internal import Quarry

/// One copy, inside the transaction of its destination.
struct CopyWork: Sendable {
  let options: CopyOptions
  let destination: Database
  /// Whether the destination is a local engine, into which the tables of modules are copied unchanged.
  let isLocal: Bool
  /// The encoding of the source and of the destination, if known.
  let encoding: String?
  let destinationEncoding: String?

  /// The name of the destination in messages.
  private var name: String { "the destination (\(destination.driverName))" }

  /// Makes sure that the destination is empty.
  func makeRoom(_ writer: some CapableExecutor) async throws {
    let schema = try await DatabaseSchema.read(writer)
    guard !schema.isEmpty else { return }
    guard options.replaces else {
      throw CopyError(
        .notEmpty,
        "the destination isn't empty: it has \(schema.objects.count) tables, indexes, views or triggers; choose another "
          + "destination, or give --replace (CopyOptions.replaces) to delete its content")
    }
    guard writer.capabilities.holdsTransactions else {
      throw CopyError(
        .notEmpty,
        "the destination isn't empty, and its driver can hold no transaction open: what it holds would be lost if the copy "
          + "failed; delete it first")
    }
    try await schema.drop(writer)
  }

  /// Copies everything and verifies it.
  func copy(
    _ schema: DatabaseSchema, from reader: some CapableExecutor, to writer: some CapableExecutor
  ) async throws -> CopyReport {
    var report = CopyReport()
    // Rows may come before the rows that they refer to; the engine checks at the commit.
    if writer.capabilities.holdsTransactions { try await writer.execute("PRAGMA defer_foreign_keys = ON") }
    let plan = try await makeTables(schema, from: reader, to: writer)
    report.notKept += plan.notes
    let total = try await check(plan.rows, in: reader)
    var digests: [ContentDigest] = []
    for table in plan.rows {
      digests.append(
        try await copyRows(of: table, isShadow: plan.shadows.contains(table.table), from: reader, to: writer) { rows in
          options.onProgress?(CopyProgress(step: .copying, rows: rows, totalRows: total))
        })
    }
    try await finishVirtualTables(plan, from: reader, to: writer)
    if let sequences = schema.sequences { try await copySequences(sequences, to: writer) }
    for type in ["index", "view", "trigger"] {
      for object in schema.objects(type) { try await create(object, writer) }
    }
    try await copyNumbers(schema, to: writer)
    report.indexes = schema.objects("index").count
    report.views = schema.objects("view").count
    report.triggers = schema.objects("trigger").count
    report.tables = zip(plan.rows, digests).map { table, digest in
      CopyReport.Table(name: table.table, rows: digest.rows, digest: digest.hash.description)
    }
    if schema.hasStatistics { report.notKept.append("the statistics of ANALYZE: run ANALYZE on the copy") }
    report.notKept += try await staleIndexes(in: writer)
    try await verify(schema, plan, digests, total, in: writer)
    report.skippedRows = try await settleOrphans(plan, in: writer)
    return report
  }

  /// Throws if the destination can't carry the rows, and counts them.
  private func check(_ tables: [TableRows], in reader: some CapableExecutor) async throws -> Int {
    let carried = CarriedValues(
      capabilities: destination.capabilities, destination: name, encoding: encoding)
    var total = 0
    for rows in tables {
      total += Int(try await reader.rows(of: rows.count, columns: 1).first?.first?.integer ?? 0)
      try await carried.check(rows, in: reader)
    }
    return total
  }

  func create(_ object: DatabaseSchema.Object, _ writer: some CapableExecutor) async throws {
    do {
      try await writer.execute(SQLFragment(raw: object.sql))
    } catch let error as DatabaseError {
      let isCollation = error.message.contains("no such collation sequence")
      throw CopyError(
        .notCarried,
        "the \(object.type) \"\(object.name)\" can't be created in \(name), whose engine is \(destination.engine): "
          + "\(error)"
          + (isCollation ? "; replace it by a built-in collation, as with --collation NAME=binary" : ""))
    }
  }

  private func copyRows(
    of table: TableRows, isShadow: Bool, from reader: some CapableExecutor, to writer: some CapableExecutor,
    _ advance: (Int) -> Void
  ) async throws -> ContentDigest {
    // A module has put its first rows into its tables.
    if isShadow { try await writer.execute(SQLFragment(raw: "DELETE FROM \(SQLIdentifier.quote(table.table))")) }
    var digest = ContentDigest(isOrdered: false)
    let capabilities = writer.capabilities
    let count = capabilities.rowsPerCommand(columns: table.columns.count)
    let takesInvalidText = destinationEncoding?.uppercased().hasPrefix("UTF-16") != true
    try await table.forEachBlock(in: reader) { block in
      guard takesInvalidText || block.invalidTexts.isEmpty else {
        throw CopyError(
          .notCarried,
          "the table \"\(table.table)\" holds texts that aren't UTF-8, which a database in \(destinationEncoding ?? "") "
            + "can't hold; nothing was copied")
      }
      for part in block.parts(of: count) {
        try await writer.run(
          InsertBlock(
            table: table.table, columns: table.columns, block: part,
            defersForeignKeys: !capabilities.holdsTransactions))
        advance(part.rowCount)
      }
      digest.add(block.digest)
    }
    return digest
  }

  /// Copies the numbers that programs store in the file. Not every server allows setting them to their current value.
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

  /// The indexes that were made with a replacement for the real collation.
  private func staleIndexes(in writer: some CapableExecutor) async throws -> [String] {
    let standIns = options.collations.filter { if case .exact = $0.value { false } else { true } }.keys.sorted()
    return standIns.map { "the order of indexes by the collation \($0): run REINDEX \($0) where it is known" }
  }
}

extension ContentDigest {
  /// Adds the rows of another digest; both must be without order.
  package mutating func add(_ other: ContentDigest) {
    rows += other.rows
    hash += other.hash
  }
}
