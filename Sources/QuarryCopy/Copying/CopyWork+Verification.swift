internal import Quarry

extension CopyWork {
  /// Reads the copy again and compares it with the data of the source.
  func verify(
    _ schema: DatabaseSchema, _ plan: CopyPlan, _ digests: [ContentDigest], _ total: Int,
    in writer: some CapableExecutor
  ) async throws {
    for (table, copied) in zip(plan.rows, digests) {
      let found = try await table.digest(in: writer)
      guard found == copied else {
        throw CopyError(
          .different,
          "the copy of the table \"\(table.table)\" differs from its source (\(copied.rows) rows read, \(found.rows) rows "
            + "stored); nothing was kept")
      }
      options.onProgress?(CopyProgress(step: .verifying, rows: found.rows, totalRows: total))
    }
    let wanted = Set(schema.objects)
    let copy = try await DatabaseSchema.read(writer)
    guard wanted.isSubset(of: Set(copy.objects)) else {
      let missing = wanted.subtracting(copy.objects).map(\.name).sorted().joined(separator: ", ")
      throw CopyError(.different, "the copy has another schema than its source: \(missing); nothing was kept")
    }
    guard copy.userVersion == schema.userVersion, copy.applicationID == schema.applicationID else {
      throw CopyError(
        .different, "the copy has another user_version or application_id than its source; nothing was kept")
    }
  }

  /// Rejects, keeps or deletes rows that refer to rows which don't exist.
  ///
  /// - Returns: The number of rows that were deleted.
  func settleOrphans(_ plan: CopyPlan, in writer: some CapableExecutor) async throws -> Int {
    guard options.orphanRows != .keep else { return 0 }
    let broken = try await writer.rows(of: "PRAGMA foreign_key_check", columns: 4)
    guard let first = broken.first else { return 0 }
    guard options.orphanRows == .skip else {
      throw CopyError(
        .orphanRows,
        "the source has \(broken.count) rows that refer to rows which do not exist, the first in the table "
          + "\"\(first[0].text ?? "?")\"; correct them first, or give --orphans keep or --orphans skip. Nothing was kept"
      )
    }
    let before = try await count(plan, in: writer)
    var found = broken
    while !found.isEmpty {
      let changes = try await deleteOrphans(found, in: writer)
      guard changes else {
        throw CopyError(
          .orphanRows, "rows that refer to rows which do not exist cannot be told apart; correct them first")
      }
      // What referred to these rows refers to nothing now.
      found = try await writer.rows(of: "PRAGMA foreign_key_check", columns: 4)
    }
    return before - (try await count(plan, in: writer))
  }

  private func count(_ plan: CopyPlan, in writer: some CapableExecutor) async throws -> Int {
    var count = 0
    for table in plan.rows {
      count += Int(try await writer.rows(of: table.count, columns: 1).first?.first?.integer ?? 0)
    }
    return count
  }

  /// Deletes the rows that a check has found, by their rowids, or by their missing parents in tables without rowid.
  private func deleteOrphans(_ found: [[SQLValue]], in writer: some CapableExecutor) async throws -> Bool {
    var rowIDs: [String: Set<Int64>] = [:]
    var others: Set<String> = []
    for row in found {
      guard let table = row[0].text else { continue }
      // Old engines tell a number for rows of tables without rowid too.
      if let rowID = row[1].integer { rowIDs[table, default: []].insert(rowID) } else { others.insert(table) }
    }
    for (table, ids) in rowIDs {
      guard let name = try await TableRows.read(table, writer).rowIDName else {
        others.insert(table)
        continue
      }
      for part in ids.sorted().parts(of: 500) {
        let list = part.map { "\($0)" }.joined(separator: ", ")
        try await writer.execute(
          SQLFragment(raw: "DELETE FROM \(SQLIdentifier.quote(table)) WHERE \(name) IN (\(list))"))
      }
    }
    for table in others { try await deleteOrphans(of: table, in: writer) }
    return !rowIDs.isEmpty || !others.isEmpty
  }

  private func deleteOrphans(of table: String, in writer: some CapableExecutor) async throws {
    let name = SQLIdentifier.quote(table)
    let rows = try await writer.rows(of: SQLFragment(raw: "PRAGMA foreign_key_list(\(name))"), columns: 8)
    for (_, key) in Dictionary(grouping: rows, by: { $0[0].integer ?? 0 }) {
      guard let parent = key.first?[2].text else { continue }
      let ordered = key.sorted { ($0[1].integer ?? 0) < ($1[1].integer ?? 0) }
      let columns = ordered.compactMap { $0[3].text }.map { "\(name).\(SQLIdentifier.quote($0))" }
      var targets = ordered.compactMap { $0[4].text }
      if targets.isEmpty {
        let own = try await writer.rows(
          of: SQLFragment(raw: "PRAGMA table_info(\(SQLIdentifier.quote(parent)))"), columns: 6)
        targets = own.filter { ($0[5].integer ?? 0) > 0 }.sorted { ($0[5].integer ?? 0) < ($1[5].integer ?? 0) }
          .compactMap { $0[1].text }
      }
      let pairs = zip(targets, columns).map { "parent.\(SQLIdentifier.quote($0)) = \($1)" }.joined(separator: " AND ")
      let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      try await writer.execute(
        SQLFragment(
          raw:
            "DELETE FROM \(name) WHERE \(present) AND NOT EXISTS (SELECT 1 FROM \(SQLIdentifier.quote(parent)) AS parent "
            + "WHERE \(pairs))"))
    }
  }
}
