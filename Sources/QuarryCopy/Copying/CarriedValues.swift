internal import Quarry

/// Throws for values that a driver can't carry, before anything is copied, and names their place.
struct CarriedValues: Sendable {
  let capabilities: DriverCapabilities
  let destination: String
  /// The encoding of the source's texts, or `nil` if unknown.
  var encoding: String?

  /// Checks the rows of a table.
  ///
  /// - Throws: ``CopyError`` with the table, the column and the kind of value.
  func check(_ rows: TableRows, in reader: some CapableExecutor) async throws {
    for (what, condition) in kinds {
      for column in rows.columns {
        let question = SQLFragment(
          raw: "SELECT 1 FROM \(SQLIdentifier.quote(rows.table)) WHERE \(condition(column)) LIMIT 1")
        guard try await !reader.rows(of: question, columns: 1).isEmpty else { continue }
        throw CopyError(
          .notCarried,
          "the column \(column) of the table \(SQLIdentifier.quote(rows.table)) holds \(what), which \(destination) doesn't "
            + "carry; nothing was copied")
      }
    }
  }

  /// The kinds of values that are not carried, and how they are found.
  private var kinds: [(what: String, condition: @Sendable (String) -> String)] {
    var kinds: [(what: String, condition: @Sendable (String) -> String)] = []
    if !capabilities.blobs { kinds.append(("blobs", { "typeof(\($0)) = 'blob'" })) }
    if !capabilities.exactIntegers {
      let limit = 9_007_199_254_740_991
      kinds.append(
        (
          "integers beyond 2^53 - 1", { "typeof(\($0)) = 'integer' AND (\($0) > \(limit) OR \($0) < -\(limit))" }
        ))
    }
    if !capabilities.infinities {
      kinds.append(("infinities", { "typeof(\($0)) = 'real' AND \($0) IN (9e999, -9e999)" }))
    }
    if let encoding, encoding.uppercased().hasPrefix("UTF-16") {
      // A function that works on UTF-8 shows what such a text cannot keep on its way through it.
      kinds.append(
        (
          "texts that are not valid UTF-16",
          { "typeof(\($0)) = 'text' AND CAST(replace(\($0), 'a', 'a') AS BLOB) <> CAST(\($0) AS BLOB)" }
        ))
    }
    return kinds
  }
}
