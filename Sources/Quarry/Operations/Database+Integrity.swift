extension Database {
  /// Checks the file for damage, and for rows that refer to missing rows.
  ///
  /// The check reads the whole database, which takes about as long as copying it. On a driver with parallel readers,
  /// other reads and writes continue meanwhile.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_integrity_check>, <https://sqlite.org/pragma.html#pragma_foreign_key_check>.
  ///
  /// - Parameter limit: The largest number of problems of each kind to report, at least 1.
  /// - Returns: The problems that were found.
  /// - Throws: ``DatabaseError`` with code `.notADatabase` for a file that isn't a database, or the error of a server
  ///   that doesn't allow the check.
  public func checkIntegrity(limit: Int = 100) async throws -> IntegrityReport {
    let limit = max(limit, 1)
    let check = SQLFragment(raw: "PRAGMA integrity_check(\(limit))").values(String.self, readOnly: true)
    let references = SQLFragment(raw: "PRAGMA foreign_key_check")
      .values(String.self, Int64?.self, String.self, Int64.self, readOnly: true)
    var (problems, orphans): ([String], [IntegrityReport.OrphanRow]) = ([], [])
    do {
      problems = try await fetchAll(check).filter { $0 != "ok" }
      var hasRowID: [String: Bool] = [:]
      for (table, rowID, parent, key) in try await fetchAll(references).prefix(limit) {
        if hasRowID[table] == nil { hasRowID[table] = try await self.hasRowID(table) }
        orphans.append(
          IntegrityReport.OrphanRow(
            table: table, rowID: hasRowID[table] == true ? rowID : nil, parent: parent, foreignKey: Int(key)))
      }
    } catch let error as DatabaseError where error.code == .corrupt {
      // So much is damaged that the engine cannot go on looking.
      problems.append(error.message)
    }
    return IntegrityReport(problems: problems, orphanRows: orphans)
  }

  /// Whether a table has rowids. For rows without one, engines such as 3.15 report a meaningless number.
  private func hasRowID(_ table: String) async throws -> Bool {
    do {
      let name = SQLIdentifier.quote(table)
      _ = try await fetchAll(SQLFragment(raw: "SELECT rowid FROM \(name) LIMIT 0").values(Int64.self, readOnly: true))
      return true
    } catch let error as DatabaseError where error.code == .noSuchObject {
      return false
    }
  }
}

/// The result of ``Database/checkIntegrity(limit:)``.
public struct IntegrityReport: Sendable, Hashable {
  /// A row that refers to a missing row.
  public struct OrphanRow: Sendable, Hashable {
    /// The table of the row.
    public let table: String
    /// The rowid of the row; `nil` in a table without rowids.
    public let rowID: Int64?
    /// The table that the row refers to.
    public let parent: String
    /// The number of the foreign key, as in `PRAGMA foreign_key_list`.
    public let foreignKey: Int
  }

  /// Damage of the file and values that break constraints, in the engine's words.
  public let problems: [String]
  /// Rows that refer to missing rows.
  public let orphanRows: [OrphanRow]

  /// Whether no problem was found.
  public var isSound: Bool { problems.isEmpty && orphanRows.isEmpty }
}
