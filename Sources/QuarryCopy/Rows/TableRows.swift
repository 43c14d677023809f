package import Quarry

/// The queries for reading and writing the rows of one table.
package struct TableRows: Sendable {
  package let table: String
  /// The stored columns, quoted. The rowid comes first if the table has one.
  package let columns: [String]

  /// Finds the columns of a table.
  package static func read(_ table: String, _ executor: some SQLExecutor) async throws -> TableRows {
    let quoted = SQLIdentifier.quote(table)
    // Hidden columns and generated ones are not stored.
    let names = try await executor.fetchAll(SQLSchema.columns(of: table)).filter { $0.content == .stored }.map(\.name)
    let rowID = ["rowid", "_rowid_", "oid"].first { alias in
      !names.contains { SQLIdentifier.areEqual($0, alias) }
    }
    var columns = names.map { SQLIdentifier.quote($0) }
    let hasOwn = if let rowID { try await hasRowID(quoted, rowID, executor) } else { false }
    if hasOwn, let rowID { columns.insert(rowID, at: 0) }
    return TableRows(table: table, columns: columns, hidesRowID: rowID == nil, rowIDName: hasOwn ? rowID : nil)
  }

  /// Whether a table has a rowid. Reading the rowid of a table without one is an error.
  private static func hasRowID(_ quoted: String, _ name: String, _ executor: some SQLExecutor) async throws -> Bool {
    do {
      _ = try await executor.rows(of: SQLFragment(raw: "SELECT \(name) FROM \(quoted) LIMIT 0"), columns: 1)
      return true
    } catch let error as DatabaseError where error.code == .noSuchObject {
      return false
    }
  }

  /// Whether columns have all the names by which SQL knows the rowid.
  package let hidesRowID: Bool
  /// A name by which SQL knows the rowid, or `nil` if there is none, or no name for it.
  package let rowIDName: String?

  /// A table with these columns.
  package init(table: String, columns: [String], hidesRowID: Bool = false, rowIDName: String? = nil) {
    self.table = table
    self.columns = columns
    self.hidesRowID = hidesRowID
    self.rowIDName = rowIDName
  }

  /// Selects all rows.
  package var select: SQLFragment {
    SQLFragment(raw: "SELECT \(columns.joined(separator: ", ")) FROM \(SQLIdentifier.quote(table))")
  }

  /// Counts the rows.
  package var count: SQLFragment { SQLFragment(raw: "SELECT count(*) FROM \(SQLIdentifier.quote(table))") }
}

// MARK: - Reading

extension TableRows {
  /// The number of rows to request at a time, if a driver returns results only as a whole.
  private static let pageRows = 5_000

  /// Passes all rows to a closure in blocks, with their exact storage classes.
  package func forEachBlock(
    in executor: some CapableExecutor, _ body: (RowBlock) async throws -> Void
  ) async throws {
    let capabilities = executor.capabilities
    guard !capabilities.holdsTransactions else {
      for try await block in executor.rows(RowBlockQuery(fragment: select, columnCount: columns.count)) {
        try await body(block)
      }
      return
    }
    // In the order of all columns, so that the pages fit together; equal rows may stand for each other.
    let hasClasses = !capabilities.tellsNumbersApart
    let cells = hasClasses ? columns.flatMap { [$0, "typeof(\($0))"] } : columns
    let order = columns.joined(separator: ", ")
    var start = 0
    while true {
      let page = SQLFragment(
        raw: "SELECT \(cells.joined(separator: ", ")) FROM \(SQLIdentifier.quote(table)) "
          + "ORDER BY \(order) LIMIT \(Self.pageRows) OFFSET \(start)")
      let blocks = try await executor.fetchAll(
        RowBlockQuery(fragment: page, columnCount: columns.count, hasClasses: hasClasses))
      for block in blocks { try await body(block) }
      let count = blocks.reduce(0) { $0 + $1.rowCount }
      guard count == Self.pageRows else { return }
      start += count
    }
  }

  /// The digest of all rows.
  package func digest(in executor: some CapableExecutor) async throws -> ContentDigest {
    if executor.capabilities.holdsTransactions {
      return try await executor.digest(of: select, columns: columns.count, isOrdered: false)
    }
    var digest = ContentDigest(isOrdered: false)
    try await forEachBlock(in: executor) { digest.add($0.digest) }
    return digest
  }
}
