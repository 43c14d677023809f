extension Database {
  /// Looks for damage in the file, and for rows that refer to rows which do not exist.
  ///
  /// It reads the whole database, which takes about as long as copying it. Reads and writes go on beside it where the driver
  /// has parallel readers.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_integrity_check>, <https://sqlite.org/pragma.html#pragma_foreign_key_check>.
  ///
  /// - Parameter limit: How many problems of each kind are reported, at least 1.
  /// - Returns: What was found.
  /// - Throws: ``DatabaseError``, with code `.notADatabase` for another file; what a server says that does not allow it.
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

  /// Whether a table has rowids: engines such as 3.15 tell a number for rows without, which means nothing.
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

/// What ``Database/checkIntegrity(limit:)`` found.
public struct IntegrityReport: Sendable, Hashable {
  /// A row that refers to a row which does not exist.
  public struct OrphanRow: Sendable, Hashable {
    /// The table of the row.
    public let table: String
    /// The rowid of the row; `nil` in a table without rowids.
    public let rowID: Int64?
    /// The table that the row refers to.
    public let parent: String
    /// The number of the foreign key, as `PRAGMA foreign_key_list` counts them.
    public let foreignKey: Int
  }

  /// Damage of the file, and values that break constraints, in the engine's words.
  public let problems: [String]
  /// Rows that refer to rows which do not exist.
  public let orphanRows: [OrphanRow]

  /// Whether nothing was found.
  public var isSound: Bool { problems.isEmpty && orphanRows.isEmpty }
}
